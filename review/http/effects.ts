/** The effects of a change to the HTTP documents on clients, servers and mocks. */
import type { ChangeClass, Effect, Effects } from '../finding.ts';
import type { Direction } from './canonical/schema.ts';
import type { Change } from './change.ts';
import type { Caller } from './operations.ts';

const breaking = (how: string): Effect => ({ class: 'breaking', how });
const compatible = (how: string): Effect => ({ class: 'compatible', how });
const documentation = (how = ''): Effect => ({ class: 'documentation', how });
const NOT_CONCERNED: Effect = { class: 'none', how: '' };

/** Kinds of changes whose effects are the same everywhere. */
const BY_KIND: Readonly<Record<string, Effects>> = {
  'operation-removed': {
    clients: breaking('calls to it fail'),
    servers: compatible('may drop it'),
    mocks: breaking('no longer respond to it'),
  },
  'operation-removed-as-announced': {
    clients: compatible('no longer call it'),
    servers: compatible('may drop it'),
    mocks: compatible('no longer respond to it'),
  },
  'operation-added': {
    clients: compatible('may call it'),
    servers: compatible('have to offer it'),
    mocks: compatible('respond to it'),
  },
  'operation-id-changed': {
    clients: breaking('generated clients get another name for it'),
    servers: breaking('generated stubs get another name for it'),
    mocks: breaking('custom responses need the new name'),
  },
  'path-parameter-renamed': {
    clients: documentation('generated clients get another name for it; URLs stay the same'),
    servers: documentation('generated stubs get another name for it'),
    mocks: documentation(),
  },
  'response-added': {
    clients: compatible('may get this response'),
    servers: compatible('may send this response'),
    mocks: compatible('can send this response'),
  },
  'server-changed': {
    clients: breaking('call another address'),
    servers: breaking('are reached at another address'),
    mocks: NOT_CONCERNED,
  },
  'server-removed': {
    clients: breaking('must no longer call this address'),
    servers: compatible('no longer have to respond there'),
    mocks: NOT_CONCERNED,
  },
  'server-added': {
    clients: compatible('may call this address too'),
    servers: compatible('are reached at this address too'),
    mocks: NOT_CONCERNED,
  },
  'default-added': {
    clients: compatible('can omit it and know the default'),
    servers: compatible('have to use the default'),
    mocks: compatible('use the default'),
  },
  deprecated: {
    clients: compatible('should look for a replacement'),
    servers: documentation(),
    mocks: documentation(),
  },
  'examples-changed': {
    clients: documentation(),
    servers: documentation(),
    mocks: compatible('respond with the new examples, under their new names'),
  },
  'not-compared': {
    clients: { class: 'unclear', how: 'the report does not compare this part: compare both versions yourself' },
    servers: { class: 'unclear', how: 'the report does not compare this part: compare both versions yourself' },
    mocks: { class: 'unclear', how: 'the report does not compare this part: compare both versions yourself' },
  },
};

/** The explanation of an effect that the report cannot determine. */
const UNCLEAR = 'what was valid may be invalid now, or the reverse: compare both versions';

/** Explanations of an effect on a side, by class. */
type Words = Readonly<Record<'breaking' | 'compatible', string>>;

const SECURITY: Readonly<Record<'clients' | 'servers' | 'mocks', Words>> = {
  clients: { breaking: 'are refused without the new credentials', compatible: 'may use fewer or other credentials' },
  servers: { breaking: 'have to require other credentials', compatible: 'have to accept the new credentials' },
  mocks: { breaking: 'require other credentials', compatible: 'accept the new credentials' },
};

const REQUEST: typeof SECURITY = {
  clients: {
    breaking: 'requests that were valid may be refused or misread',
    compatible: 'may use the new form too',
  },
  servers: { breaking: 'get another form than they expect', compatible: 'have to accept the new form' },
  mocks: { breaking: 'get another form than they expect', compatible: 'validate requests against the new form' },
};

const RESPONSE: typeof SECURITY = {
  clients: {
    breaking: 'may get unexpected values, or miss expected ones',
    compatible: 'can read responses as before',
  },
  servers: { breaking: 'responses that were valid may be invalid now', compatible: 'may respond in the new form' },
  mocks: {
    breaking: 'custom responses that were valid may be invalid now',
    compatible: 'can respond in the new form',
  },
};

/**
 * The effect of a change on each side.
 *
 * Fewer allowed responses break servers, and mocks with answers of their own; more allowed responses break clients.
 * Fewer allowed requests break clients only; more allowed requests are new work for servers, but break nothing.
 *
 * @param direction direction of the changed part: `response` for everything that the server sends, also in a webhook
 */
export function effectsOf(
  change: Pick<Change, 'area' | 'kind' | 'class' | 'servers'>,
  direction: Direction | null,
  caller: Caller = 'client',
): Effects {
  const effects = effectsOnCalls(change, direction);
  return caller === 'client' ? effects : turned(change, effects, direction);
}

/** Effects of changes to messages that the server sends, when they differ from those to responses. */
const SENT: Readonly<Record<string, Pick<Effects, 'clients' | 'servers'>>> = {
  'parameter-added': { clients: compatible('may get it too'), servers: compatible('may send it') },
  'required-parameter-added': { clients: compatible('get it too'), servers: breaking('have to send it') },
  'parameter-removed': { clients: breaking('no longer get it'), servers: compatible('need not send it') },
  'body-added': { clients: compatible('may get a body'), servers: compatible('may send a body') },
  'required-body-added': { clients: compatible('get a body'), servers: breaking('have to send a body') },
  'body-removed': { clients: breaking('no longer get a body'), servers: compatible('need not send a body') },
  'became-required': { clients: compatible('always get it'), servers: breaking('have to send it') },
  'became-optional': { clients: breaking('may miss it'), servers: compatible('need not send it') },
};

/** Effects on a webhook: clients answer the calls of the server. A mock makes no calls. */
function turned(
  { kind, class: grade }: Pick<Change, 'kind' | 'class'>,
  { clients, servers }: Effects,
  direction: Direction | null,
): Effects {
  if (kind === 'operation-removed') {
    return {
      clients: breaking('are no longer called'),
      servers: compatible('may stop calling it'),
      mocks: NOT_CONCERNED,
    };
  }
  if (kind === 'operation-added') {
    return { clients: compatible('may be called'), servers: compatible('have to call it'), mocks: NOT_CONCERNED };
  }
  const sent = direction === 'response' && grade !== 'documentation' ? SENT[kind] : undefined;
  if (sent !== undefined) return { ...sent, mocks: NOT_CONCERNED };
  return direction === null
    ? { clients: servers, servers: clients, mocks: NOT_CONCERNED }
    : { clients, servers, mocks: NOT_CONCERNED };
}

function effectsOnCalls(
  change: Pick<Change, 'area' | 'kind' | 'class' | 'servers'>,
  direction: Direction | null,
): Effects {
  const { kind, class: clients } = change;
  // A mock only answers with examples of responses.
  const isShown = kind === 'examples-changed' && direction !== 'request';
  if (clients === 'documentation' && kind !== 'path-parameter-renamed' && !isShown) {
    return { clients: documentation(), servers: documentation(), mocks: documentation() };
  }
  const own = clients === 'compatible' && kind === 'operation-id-changed' ? undefined : BY_KIND[kind];
  if (own !== undefined) return own;
  const servers = change.servers ?? (direction === 'response' ? opposite(clients) : 'compatible');
  const area = change.area === 'security' ? SECURITY : direction === 'response' ? RESPONSE : REQUEST;
  const effect = (side: keyof typeof SECURITY, grade: ChangeClass): Effect => ({
    class: grade,
    how: grade === 'unclear' ? UNCLEAR : area[side][grade === 'breaking' ? 'breaking' : 'compatible'],
  });
  // A mock reads its checks from the document; its answers may be its own.
  const mocks = direction === 'response' ? servers : 'compatible';
  if (kind === 'server-variable-changed') {
    return { clients: effect('clients', clients), servers: effect('servers', servers), mocks: NOT_CONCERNED };
  }
  return { clients: effect('clients', clients), servers: effect('servers', servers), mocks: effect('mocks', mocks) };
}

/** What clients gain in a response is lost for servers, and the reverse; what is unclear is so for both. */
function opposite(clients: ChangeClass): ChangeClass {
  if (clients === 'unclear') return 'unclear';
  return clients === 'compatible' ? 'breaking' : 'compatible';
}
