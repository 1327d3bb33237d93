/** The list of the caller's vaults holds them and nobody else's. */
import { type Call, type Exchange, isSuccess } from '../../model/exchange.ts';
import { within } from '../../model/pointer.ts';
import { blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import type { Rule, Scene, Script } from '../rule.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { pageOf } from '../shared/paging.ts';
import { NO_TOKEN } from './access.ts';
import { myVaults, plainCall } from './calls.ts';
import { vaultKnown } from './known.ts';

/** A list of one's own is no longer than so many pages, or is not looked at further. */
const MOST_PAGES = 20;

interface Shown {
  readonly id: string;
  readonly pointer: string;
  readonly exchange: Exchange;
}

interface Walked {
  readonly shown: readonly Shown[];
  /** The first page, or what came instead of it. */
  readonly first: Exchange;
  readonly ended: boolean;
}

/** Everything that somebody's list shows. */
function* walk(scene: Scene, who: 'given' | 'other', name: string): Generator<Call, Walked, Exchange> {
  const shown: Shown[] = [];
  const seen = new Set<string>();
  let call = plainCall(scene, myVaults.operation, `${name}, page 1`, who);
  for (let first: Exchange | undefined, page = 1; ; page += 1) {
    const exchange: Exchange = yield call;
    first ??= exchange;
    const answer = pageOf(myVaults, exchange);
    const before = seen.size;
    for (const [index, item] of (answer?.items ?? []).entries()) {
      const id = String(item['id']);
      if (seen.has(id)) continue;
      seen.add(id);
      shown.push({ id, pointer: within(myVaults.items, index), exchange });
    }
    const more = answer !== null && answer.hasNext === true && answer.next !== '' && seen.size > before;
    if (!more || page === MOST_PAGES) return { shown, first, ended: answer !== null && !more };
    const query = new URLSearchParams({ cursor: answer.next });
    const { path } = plainCall(scene, myVaults.operation);
    call = { ...plainCall(scene, myVaults.operation, `${name}, page ${page + 1}`, who), path: `${path}?${query}` };
  }
}

function strangers({ shown }: Walked, others: ReadonlySet<string>, whose: string) {
  return shown
    .filter(({ id }) => others.has(id))
    .map(({ id, pointer, exchange }) =>
      broken({ expected: `no vault of ${whose}`, actual: id, pointer, about: 'strangers', exchange }),
    );
}

/** What the target says of the caller's vaults. */
function compareWithKnown(scene: Scene, mine: Walked, say: Say): void {
  const { my_vaults: known } = vaultKnown(scene);
  if (known === undefined || !mine.ended) return;
  const ids = new Set(known.map((id) => id.toLowerCase()));
  const shown = new Set(mine.shown.map(({ id }) => id.toLowerCase()));
  const missing = [...ids].find((id) => !shown.has(id));
  if (missing !== undefined) {
    const actual = `${missing} is missing`;
    say(broken({ expected: "every vault of the caller's", actual, pointer: myVaults.items, exchange: mine.first }));
  }
  const stranger = mine.shown.find(({ id }) => !ids.has(id.toLowerCase()));
  if (stranger !== undefined) {
    const { pointer, exchange, id } = stranger;
    say(broken({ expected: 'none but known.my_vaults', actual: id, pointer, about: 'strangers', exchange }));
  }
}

/** The vaults of a third user, where the target names a keystore of one that the service takes. */
function* thirdUser(scene: Scene): Generator<Call, ReadonlySet<string>, Exchange> {
  const token = scene.wallet.token('contract_account');
  if (token === null) return new Set();
  const headers = { authorization: `Bearer ${token}` };
  const call = plainCall(scene, myVaults.operation, 'of a third user', 'none');
  const page = pageOf(myVaults, yield { ...call, headers, intent: 'open' });
  return new Set(page?.keys ?? []);
}

function* compare(scene: Scene, say: Say): Script {
  const { target } = scene;
  if (target.credentials['AccessToken'] === undefined) return say(inconclusive(NO_TOKEN.reason, NO_TOKEN.hint));
  const mine = yield* walk(scene, 'given', 'mine');
  if (!isSuccess(mine.first)) return say(blockedBy(mine.first));
  compareWithKnown(scene, mine, say);
  if (target.otherCredentials['AccessToken'] === undefined) {
    const hint = 'name another user (sign_in.keystores.other, or other_credentials.AccessToken) in the target file';
    return say(inconclusive('there is no other user to compare with', hint));
  }
  const theirs = yield* walk(scene, 'other', 'theirs');
  if (!isSuccess(theirs.first)) return say(blockedBy(theirs.first));
  const again = yield* walk(scene, 'given', 'mine again');
  const third = yield* thirdUser(scene);
  const idsOf = ({ shown }: Walked) => new Set(shown.map(({ id }) => id));
  const problems = [
    ...strangers(mine, idsOf(theirs), "another user's"),
    ...strangers(again, idsOf(theirs), "another user's"),
    ...strangers(mine, third, "a third user's"),
  ];
  if (problems.length > 0) return say(...problems);
  if (mine.shown.length === 0 || theirs.shown.length === 0) {
    const whose = mine.shown.length === 0 ? 'the caller' : 'the other user';
    return say(inconclusive(`${whose} has no vault`, 'give vaults to the users of credentials and other_credentials'));
  }
  say(pass);
}

export const ownOnly: Rule = conversationRule('vault.my-vats.own-only', () => [
  { id: 'two users', operation: myVaults.operation, talk: compare },
]);
