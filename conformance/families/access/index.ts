/** Who may call an operation: `access`. Everybody, or who comes with a right credential and nobody else. */
import { takeBack } from '../../find/fresh.ts';
import { isSweeping, neededBy } from '../../find/paths.ts';
import { type ApiModel, type Operation, operationOf } from '../../model/api.ts';
import type { Declaration } from '../../model/behaviour.ts';
import { type CallOptions, callOf } from '../../model/call.ts';
import { carrierOf } from '../../model/carrier.ts';
import { type CredentialUse, type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { declaredAt, itemsIn, listOf } from '../../model/lists.ts';
import { blockedBy, broken, inconclusive, pass } from '../../rules/judgement.ts';
import type { Judgement, Scene, Talk } from '../../rules/rule.ts';
import type { Family, SayOf } from '../family.ts';
import { type Asked, askedWith, isReading } from './asked.ts';
import { accessFaults } from './faults.ts';
import { MADE_UP } from './overlooked.ts';
import { asksForCredentials, isSick } from './refusals.ts';
import { unchangedBy } from './unchanged.ts';
import { type Wrong, wrongCredentials } from './wrong.ts';

export interface Access extends Declaration {
  readonly operation: string;
  readonly need: 'none' | 'credential';
  /** Security schemes, of all alternatives. */
  readonly schemes: readonly string[];
}

/** Whether a request carried a credential of the service. */
function carriesCredential({ api, target }: Scene, { headers, url }: Exchange): boolean {
  const query = new URL(url).searchParams;
  return Object.entries(api.document.components.securitySchemes ?? {}).some(([name, scheme]) => {
    const carrier = carrierOf(scheme, target.transport?.[name]);
    if (carrier.in === 'query') return query.has(carrier.name);
    return headers[carrier.in === 'cookie' ? 'cookie' : carrier.name] !== undefined;
  });
}

async function askOpenly({ operation: id }: Access, talk: Talk, say: SayOf): Promise<void> {
  const { api, target, wallet } = talk.scene;
  const operation = operationOf(api, id);
  const { input, certain } = await askedWith(talk, operation, `${id}, open`, 'given');
  const ask = (label: string, options: Partial<CallOptions>) =>
    talk.ask(callOf(operation, input, { label, intent: 'open', ...options }));
  const bare = await ask('without a credential', { credentials: 'none' });
  // A success passes by.
  if (isSuccess(bare)) return;
  if (isSick(bare)) return say('open', blockedBy(bare));
  const breach = {
    expected: 'an answer without a credential',
    actual: outcomeText(bare),
    about: 'open',
    exchange: bare,
  };
  if (certain && asksForCredentials(bare)) return say('open', broken(breach));
  // A server may hide what a stranger may not see: then the same request succeeds with some credential.
  const schemes = Object.keys(api.document.components.securitySchemes ?? {});
  const presented = schemes.map((name) => [name, target.credentials[name] ?? wallet.token('caller') ?? MADE_UP]);
  const fresh = await askedWith(talk, operation, `${id}, open again`, 'given');
  const options = { label: 'with a credential', intent: 'open', presented: Object.fromEntries(presented) } as const;
  const full = schemes.length === 0 ? bare : await talk.ask(callOf(operation, fresh.input, options));
  if (isSuccess(full)) return say('open', broken(breach));
  const reason = `${id} was answered with ${outcomeText(bare)}, with a credential and without`;
  say('open', inconclusive(reason, `name what ${id} takes as known.inputs.${id} in the target file`));
}

/** The schemes of the first alternative whose credentials are known, else of the first. */
function neededFor({ security }: Operation, credentials: Readonly<Record<string, string>>): readonly string[] {
  const alternatives = security.filter((schemes) => schemes.length > 0);
  return (
    alternatives.find((schemes) => schemes.every((name) => credentials[name] !== undefined)) ?? alternatives[0] ?? []
  );
}

/** Whether the documents show how the credentials travel, or the target says it. */
function isTransportKnown(
  { questions }: ApiModel,
  { transport }: Scene['target'],
  schemes: readonly string[],
): boolean {
  const isOpen = questions.some(({ id }) => id.endsWith('transport'));
  return !isOpen || schemes.every((name) => transport?.[name] !== undefined);
}

function credentialHint({ api, target }: Scene, schemes: readonly string[]): string {
  if (!isTransportKnown(api, target, schemes))
    return `say how it travels as transport.${schemes[0]} in the target file`;
  return `name a credential that it accepts (${schemes.join(' and ')}) under credentials, or what makes one under sign_in`;
}

/** Whether the right credential was let in. @param bare the same request without it. */
function judgeRight(
  scene: Scene,
  schemes: readonly string[],
  right: Exchange,
  bare: Exchange,
  certain: boolean,
): Judgement {
  const { api, target } = scene;
  if (isSuccess(right)) return pass;
  if (isSick(right)) return blockedBy(right);
  const actual = outcomeText(right);
  const isTurnedDown = right.outcome.kind === 'answer' && right.outcome.status === 401;
  const undecided = inconclusive(`with the credential it was answered with ${actual}`, credentialHint(scene, schemes));
  // Past the credential, and refused for something else.
  if (!isTurnedDown && !certain && asksForCredentials(bare) && outcomeText(bare) !== actual) return pass;
  if (!isTransportKnown(api, target, schemes) || !(isTurnedDown || (certain && asksForCredentials(right)))) {
    return undecided;
  }
  const expected = 'an answer to who comes with the credential';
  return broken({ expected, actual, about: 'accepted', exchange: right });
}

/** Whether an answer shows something that was to be kept from others; an empty list shows nothing. */
function showsSomething({ api }: Scene, operation: Operation, exchange: Exchange): boolean {
  const list = listOf(api, operation);
  const { outcome } = exchange;
  const items =
    list === null || outcome.kind === 'failure' || !outcome.body.json.ok
      ? null
      : itemsIn(list, outcome.body.json.value);
  return items === null || items.length > 0;
}

function judgeWrong(
  scene: Scene,
  operation: Operation,
  exchange: Exchange,
  wrong: Wrong,
  accepted: boolean,
): Judgement {
  const { name } = wrong;
  if (isSuccess(exchange)) {
    if (wrong.isNobodys && !showsSomething(scene, operation, exchange)) return pass;
    const expected = `a refusal, since the request has ${name}`;
    return broken({ expected, actual: outcomeText(exchange), about: name, exchange });
  }
  if (isSick(exchange)) return blockedBy(exchange);
  if (accepted || asksForCredentials(exchange)) return pass;
  return inconclusive(
    `with ${name} it was answered with ${outcomeText(exchange)}, and it is not known to be accepted otherwise`,
    credentialHint(scene, operation.security.flat()),
  );
}

/** A breach where the same request is accepted with more credentials than it needs. */
async function withMore(talk: Talk, operation: Operation, schemes: readonly string[]): Promise<Judgement | null> {
  const all = Object.keys(talk.scene.target.credentials);
  if (all.length <= schemes.length) return null;
  const { input } = await askedWith(talk, operation, `${operation.id}, more`, 'given');
  const exchange = await talk.ask(
    callOf(operation, input, { label: 'with more credentials', schemes: all, intent: 'open' }),
  );
  if (!isSuccess(exchange)) return null;
  const more = all.filter((name) => !schemes.includes(name)).join(' and ');
  return broken({
    expected: `an answer without ${more}`,
    actual: `an answer only with ${more} too`,
    about: 'needless',
    exchange,
  });
}

async function askGuarded({ operation: id }: Access, talk: Talk, say: SayOf): Promise<void> {
  const { scene } = talk;
  const { api, target } = scene;
  const operation = operationOf(api, id);
  const who: CredentialUse = isSweeping(operation) ? 'other' : 'given';
  const own = who === 'other' ? target.otherCredentials : target.credentials;
  const schemes = neededFor(operation, own);
  const isKnown = schemes.every((name) => own[name] !== undefined);
  const ask = (label: string, { input }: Asked, options: Partial<CallOptions>) =>
    talk.ask(callOf(operation, input, { label, intent: 'open', schemes, ...options }));
  const first = await askedWith(talk, operation, `${id}, right`, who);
  const right = isKnown ? await ask('with the credential', first, { credentials: who }) : null;
  const accepted = right !== null && isSuccess(right);
  await takeBack(talk, id, first.input, who);
  const second = isReading(operation) || !isKnown ? first : await askedWith(talk, operation, `${id}, wrong`, who);
  const changed = await unchangedBy(talk, { ...second, operation, credentials: who });
  const isOwned = declaredAt(api, id, 'owned').length > 0 && listOf(api, operation) === null;
  const answers: Exchange[] = [];
  for (const wrong of wrongCredentials(scene, schemes, who, isOwned)) {
    const exchange = await ask(wrong.name, second, wrong.send);
    answers.push(exchange);
    say('refused', judgeWrong(scene, operation, exchange, wrong, accepted));
  }
  say('unchanged', answers.some(isSuccess) ? inconclusive('a wrong credential was accepted') : await changed());
  await takeBack(talk, id, second.input, who);
  const [bare] = answers;
  if (right === null) {
    say('accepted', inconclusive(`no credential is known for ${id}`, credentialHint(scene, schemes)));
  } else if (bare !== undefined) {
    const needless = accepted ? null : await withMore(talk, operation, schemes);
    say('accepted', needless ?? judgeRight(scene, schemes, right, bare, first.certain));
  }
  // What names nothing of the caller's is another user's as well.
  const isOthers = who === 'given' && neededBy(operation).length === 0;
  if (!isOthers || bare === undefined || !schemes.every((name) => target.otherCredentials[name] !== undefined)) return;
  const third = await askedWith(talk, operation, `${id}, other`, 'other');
  const others = await ask('with the credential of another', third, { credentials: 'other' });
  say('accepted', judgeRight(scene, schemes, others, bare, first.certain));
  await takeBack(talk, id, third.input, 'other');
}

export default {
  name: 'access',
  alone: ({ operation }, api) => isSweeping(operationOf(api, operation)),
  watch({ operation, need }, exchange, scene, say) {
    const { call } = exchange;
    if (need !== 'none' || call.kind !== 'http' || call.operation !== operation) return;
    if (isSuccess(exchange) && !carriesCredential(scene, exchange)) say('open', pass);
  },
  check: (declared, talk, say) => (declared.need === 'none' ? askOpenly : askGuarded)(declared, talk, say),
  faults: accessFaults,
} satisfies Family<Access>;
