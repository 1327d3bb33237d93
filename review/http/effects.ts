/** What a change to the HTTP documents does to those who call, to those who answer, and to those who mock. */
import type { ChangeClass, Effect, Effects } from '../finding.ts';
import type { Direction } from './canonical/schema.ts';
import type { Change } from './change.ts';

const breaking = (how: string): Effect => ({ class: 'breaking', how });
const compatible = (how: string): Effect => ({ class: 'compatible', how });
const documentation = (how = ''): Effect => ({ class: 'documentation', how });
const NOT_CONCERNED: Effect = { class: 'none', how: '' };

/** Kinds of changes that do the same to everybody wherever they are met. */
const BY_KIND: Readonly<Record<string, Effects>> = {
  'operation-removed': {
    clients: breaking('calls to it fail'),
    servers: compatible('may drop it'),
    mocks: breaking('no longer answer it'),
  },
  'operation-added': {
    clients: compatible('may call it'),
    servers: compatible('have to offer it'),
    mocks: compatible('answer it'),
  },
  'operation-id-changed': {
    clients: breaking('generated clients name it otherwise'),
    servers: breaking('generated stubs name it otherwise'),
    mocks: breaking('answers of their own find it under the new name only'),
  },
  'path-parameter-renamed': {
    clients: documentation('generated clients name it otherwise; addresses stay the same'),
    servers: documentation('generated stubs name it otherwise'),
    mocks: documentation(),
  },
  'response-added': {
    clients: compatible('may get this answer'),
    servers: compatible('may give this answer'),
    mocks: compatible('can give this answer'),
  },
  'server-changed': {
    clients: breaking('call another address'),
    servers: breaking('are reached at another address'),
    mocks: NOT_CONCERNED,
  },
  'server-removed': {
    clients: breaking('must not call this address any more'),
    servers: compatible('need not answer there any more'),
    mocks: NOT_CONCERNED,
  },
  'server-added': {
    clients: compatible('may call this address too'),
    servers: compatible('are reached at this address too'),
    mocks: NOT_CONCERNED,
  },
  'default-added': {
    clients: compatible('can leave it out and know what that means'),
    servers: compatible('have to use the default'),
    mocks: compatible('use the default'),
  },
  deprecated: {
    clients: compatible('should look for another way'),
    servers: documentation(),
    mocks: documentation(),
  },
  'examples-changed': {
    clients: documentation(),
    servers: documentation(),
    mocks: compatible('answer with the examples as they are now, and know them by the names that they have now'),
  },
  'not-compared': {
    clients: { class: 'unclear', how: 'the report does not compare this part: read both' },
    servers: { class: 'unclear', how: 'the report does not compare this part: read both' },
    mocks: { class: 'unclear', how: 'the report does not compare this part: read both' },
  },
};

/** How a side is told what happens to it, by its class. */
type Words = Readonly<Record<'breaking' | 'compatible', string>>;

const SECURITY: Readonly<Record<'clients' | 'servers' | 'mocks', Words>> = {
  clients: { breaking: 'are refused without the new credentials', compatible: 'may call with less, or otherwise' },
  servers: { breaking: 'have to ask for other credentials', compatible: 'have to go by the new credentials' },
  mocks: { breaking: 'ask for other credentials', compatible: 'go by the new credentials' },
};

const REQUEST: typeof SECURITY = {
  clients: {
    breaking: 'calls that were right may be refused or not understood',
    compatible: 'may call in the new form too',
  },
  servers: { breaking: 'get another form than the one they know', compatible: 'have to go by the new form' },
  mocks: { breaking: 'get another form than the one they know', compatible: 'check calls by the new form' },
};

const RESPONSE: typeof SECURITY = {
  clients: {
    breaking: 'may get what they do not expect, or miss what they do',
    compatible: 'can read answers as before',
  },
  servers: { breaking: 'answers that were right may be wrong now', compatible: 'may answer in the new form' },
  mocks: {
    breaking: 'answers of their own that were right may be wrong now',
    compatible: 'can answer in the new form',
  },
};

/**
 * What a change does to each side.
 *
 * Less that may be answered is a loss to servers, and to mocks with answers of their own; more that may be answered is a
 * loss to clients. Less that may be called is a loss to clients alone; more is new work for servers, and no loss.
 */
export function effectsOf(
  change: Pick<Change, 'area' | 'kind' | 'class' | 'servers'>,
  direction: Direction | null,
): Effects {
  const { kind, class: clients } = change;
  // A mock answers with the examples of answers alone.
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
    how: area[side][grade === 'breaking' ? 'breaking' : 'compatible'],
  });
  // What a mock checks it learns from the document; what it answers may be its own.
  const mocks = direction === 'response' ? servers : 'compatible';
  return { clients: effect('clients', clients), servers: effect('servers', servers), mocks: effect('mocks', mocks) };
}

function opposite(clients: ChangeClass): ChangeClass {
  return clients === 'compatible' ? 'breaking' : 'compatible';
}
