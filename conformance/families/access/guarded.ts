/** An operation that requires a credential accepts the valid one, rejects all others, and then has no effect. */

import type { CheckContext, SuiteContext } from '../../core/context.ts';
import type { ReportAspect } from '../../core/family.ts';
import { blockedBy, broken, inconclusive, type Judgement, pass, warn } from '../../core/judgement.ts';
import { takeBack } from '../../discovery/fresh.ts';
import { pagedListOf, pageOf } from '../../discovery/pages.ts';
import { isSweeping, neededBy } from '../../discovery/paths.ts';
import { send } from '../../discovery/send.ts';
import type { CallOptions } from '../../model/call.ts';
import { type ApiModel, type Operation, operationOf } from '../../model/document/api.ts';
import { declaredAt, itemsIn, listOf } from '../../model/document/lists.ts';
import { type CredentialUse, type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import type { Input } from '../../model/input.ts';
import { excerpt } from '../../model/values/json.ts';
import { WALLET_SCHEME } from '../../sign-in/wrong-tokens.ts';
import type { Access } from './declared.ts';
import { answeredAnyway, demandsCredentials, isSick } from './refusals.ts';
import { isReading, type MatchedRequest, sentWith, visitedWith, withQuery } from './requests.ts';
import { unchangedBy } from './unchanged.ts';
import { type Wrong, wrongCredentials } from './wrong.ts';

/** The schemes of the first alternative that the target has credentials for, else of the first. */
function neededFor({ security }: Operation, credentials: Readonly<Record<string, string>>): readonly string[] {
  const alternatives = security.filter((schemes) => schemes.length > 0);
  return (
    alternatives.find((schemes) => schemes.every((name) => credentials[name] !== undefined)) ?? alternatives[0] ?? []
  );
}

/** Whether the documents show where the credentials go, or the target names it. */
function isTransportKnown(
  { questions }: ApiModel,
  { transport }: SuiteContext['target'],
  schemes: readonly string[],
): boolean {
  const isOpen = questions.some(({ id }) => id.endsWith('transport'));
  return !isOpen || schemes.every((name) => transport?.[name] !== undefined);
}

function credentialHint({ api, target, profile }: SuiteContext, schemes: readonly string[]): string {
  if (!isTransportKnown(api, target, schemes))
    return `set credentials.${schemes[0]} in the target file, and transport.${schemes[0]} if it is not a bearer token`;
  const isSignedIn = profile.signIn !== undefined || schemes.every((name) => name === WALLET_SCHEME);
  const members = schemes.map((name) => `credentials.${name}`).join(' and ');
  return `set ${members} in the target file${isSignedIn ? ', or sign_in' : ''}`;
}

/** Whether the right credential was let in. @param bare the same request without it. */
function judgeRight(
  suite: SuiteContext,
  schemes: readonly string[],
  right: Exchange,
  bare: Exchange,
  certain: boolean,
): Judgement {
  const { api, target } = suite;
  if (isSuccess(right)) return pass;
  if (isSick(right)) return blockedBy(right);
  const actual = outcomeText(right);
  const isTurnedDown = right.outcome.kind === 'answer' && right.outcome.status === 401;
  const undecided = inconclusive(`with the credential it returned ${actual}`, credentialHint(suite, schemes));
  // Past the credential, and refused for something else.
  if (!isTurnedDown && !certain && demandsCredentials(bare) && outcomeText(bare) !== actual) return pass;
  if (!isTransportKnown(api, target, schemes) || !(isTurnedDown || (certain && demandsCredentials(right)))) {
    return undecided;
  }
  const expected = 'a successful response to a request with the right credential';
  return broken({ expected, actual, about: 'accepted', exchange: right });
}

/** Whether an answer shows something that was to be kept from others; an empty list shows nothing. */
export function showsSomething({ api }: Pick<SuiteContext, 'api'>, operation: Operation, exchange: Exchange): boolean {
  const list = listOf(api, operation);
  const { outcome } = exchange;
  const items =
    list === null || outcome.kind === 'failure' || !outcome.body.json.ok
      ? null
      : itemsIn(list, outcome.body.json.value);
  return items === null || items.length > 0;
}

function judgeWrong(
  suite: SuiteContext,
  operation: Operation,
  exchange: Exchange,
  wrong: Wrong,
  right: Exchange | null,
): Judgement {
  const { name } = wrong;
  const accepted = right !== null && isSuccess(right);
  if (isSuccess(exchange)) {
    if (wrong.isUnassigned && !showsSomething(suite, operation, exchange)) return pass;
    const expected = `a refusal of a request with ${name}`;
    const breach = { expected, actual: outcomeText(exchange), about: name, exchange };
    return wrong.isElsewhere === true ? warn(breach) : broken(breach);
  }
  if (isSick(exchange)) return blockedBy(exchange);
  const reported = accepted && isReading(operation) ? answeredAnyway(suite.api, operation, right, exchange) : undefined;
  if (reported !== undefined) {
    const expected = `a refusal of a request with ${name} that does not reveal the requested data`;
    return broken({ expected, actual: `${outcomeText(exchange)}, with ${excerpt(reported)}`, about: 'told', exchange });
  }
  if (accepted || demandsCredentials(exchange)) return pass;
  return inconclusive(
    `with ${name} it returned ${outcomeText(exchange)}, and no credential is known with which it succeeds`,
    credentialHint(suite, operation.security.flat()),
  );
}

/** A breach where the same request is accepted with more credentials than it needs. */
async function needlessly(
  ctx: CheckContext,
  operation: Operation,
  schemes: readonly string[],
  input: Input,
  refused: Exchange,
): Promise<Judgement | null> {
  const all = Object.keys(ctx.suite.target.credentials);
  if (all.length <= schemes.length) return null;
  if (!isSuccess(await send(ctx, operation, input, 'with more credentials', { schemes: all }))) return null;
  const more = all.filter((name) => !schemes.includes(name)).join(' and ');
  const expected = `success without ${more}, which the document does not require`;
  return broken({ expected, actual: outcomeText(refused), about: 'needless', exchange: refused });
}

/** Whether what an operation is about is its owner's alone. */
export function isOwnersAlone(api: ApiModel, id: string): boolean {
  return declaredAt(api, id, 'owned').length > 0 && listOf(api, operationOf(api, id)) === null;
}

/** What seems to have been changed is made, and looked at, so often once more. */
const MORE_TRIES = 6;

export async function sendGuarded(
  { operation: id, rules }: Access,
  ctx: CheckContext,
  report: ReportAspect,
): Promise<void> {
  const { suite } = ctx;
  const { api, target } = suite;
  const operation = operationOf(api, id);
  const who: CredentialUse = isSweeping(operation) ? 'other' : 'given';
  const own = who === 'other' ? target.otherCredentials : target.credentials;
  const schemes = neededFor(operation, own);
  const isKnown = schemes.every((name) => own[name] !== undefined);
  const sendOnce = (label: string, { input }: MatchedRequest, options: Partial<CallOptions>) =>
    send(ctx, operation, input, label, { schemes, ...options });
  const first = await sentWith(ctx, operation, `${id}, right`, who);
  const visited = isKnown && who === 'given' ? await visitedWith(ctx, operation, schemes) : undefined;
  const right = isKnown ? (visited ?? (await sendOnce('with the credential', first, { credentials: who }))) : null;
  const accepted = right !== null && isSuccess(right);
  await takeBack(ctx, id, first.input, who);
  const second = isReading(operation) || !isKnown ? first : await sentWith(ctx, operation, `${id}, wrong`, who);
  const all = wrongCredentials(suite, schemes, who, {
    accepted: operation.security.flat(),
    isOwned: isOwnersAlone(api, id),
  });
  // What may be let in after all does nothing.
  const wrongs = all.filter(({ isElsewhere }) => isElsewhere === undefined || isReading(operation));
  const cause = rules.find(({ aspect }) => aspect === 'refused');
  const accepting = inconclusive('a wrong credential was accepted', cause && `repair ${cause.id} first`);
  const refusedOf = async (about: MatchedRequest) => {
    const changed = await unchangedBy(ctx, { ...about, operation, credentials: who });
    const answers: Exchange[] = [];
    for (const wrong of wrongs) answers.push(await sendOnce(wrong.name, about, wrong.send));
    const effect = answers.some(isSuccess) ? accepting : await changed();
    // Wrongly created items are kept, so that they can be examined.
    if (effect.verdict !== 'broken') await takeBack(ctx, id, about.input, who);
    return { answers, effect };
  };
  const { answers, effect } = await refusedOf(second);
  for (const [place, wrong] of wrongs.entries()) {
    const exchange = answers[place];
    if (exchange !== undefined) report('refused', judgeWrong(suite, operation, exchange, wrong, right));
  }
  // Another client, or another run, may have done it just then; what the service does itself, it does each time.
  let later = effect;
  // What another run took away is not found at all.
  const isOpen = ({ verdict }: Judgement) =>
    verdict === 'broken' || (isSweeping(operation) && verdict === 'inconclusive' && !answers.some(isSuccess));
  for (let times = 1; times <= MORE_TRIES && isOpen(later); times += 1) {
    const again = await sentWith(ctx, operation, `${id}, wrong again ${times}`, who);
    later = (await refusedOf(again)).effect;
  }
  report('unchanged', isOpen(later) ? effect : later);
  const [bare] = answers;
  const list = pagedListOf(api, id);
  if (list !== null && list.limit !== null) {
    const small = withQuery(second, { [list.limit]: '1' });
    const next = accepted ? pageOf(list, await sendOnce('one item', small, { credentials: who }))?.next : null;
    // All inputs that choose a page: every page requires a credential, even one that does not exist.
    const cursors = list.by === null ? [] : next ? [next] : ['', '1'];
    const pages = cursors.map((cursor) => withQuery(small, { [list.cursor]: cursor }));
    const name = 'no credential, for a page of one item';
    for (const page of pages.length === 0 ? [small] : pages) {
      const exchange = await sendOnce(name, page, { credentials: 'none', schemes: [] });
      report('refused', judgeWrong(suite, operation, exchange, { name, send: {}, isUnassigned: false }, right));
    }
  }
  if (right === null) {
    report('accepted', inconclusive(`the suite has no credential for ${id}`, credentialHint(suite, schemes)));
  } else if (bare !== undefined) {
    const needless = accepted ? null : await needlessly(ctx, operation, schemes, first.input, right);
    report('accepted', needless ?? judgeRight(suite, schemes, right, bare, first.certain));
  }
  // What names nothing of the caller's is another user's as well.
  const isOthers = who === 'given' && neededBy(operation).length === 0;
  if (!isOthers || bare === undefined || !schemes.every((name) => target.otherCredentials[name] !== undefined)) return;
  const third = await sentWith(ctx, operation, `${id}, other`, 'other');
  const others = await sendOnce('with the credential of another', third, { credentials: 'other' });
  report('accepted', judgeRight(suite, schemes, others, bare, first.certain));
  await takeBack(ctx, id, third.input, 'other');
}
