/** Whom a change concerns: those who call, those who serve, and those who mock. */
import type { Affected, ChangeClass } from '../finding.ts';
import type { Direction } from './canonical/schema.ts';

const NOBODY: Affected = {};

const BY_KIND: Readonly<Record<string, Affected>> = {
  'operation-removed': { clients: 'calls to it fail', servers: 'may drop it', mocks: 'no longer answer it' },
  'operation-added': { servers: 'have to offer it', mocks: 'answer it' },
  'operation-id-changed': {
    clients: 'generated clients name it otherwise',
    servers: 'generated stubs name it otherwise',
  },
  'path-parameter-renamed': {},
  'response-added': { clients: 'may get this answer', mocks: 'can give this answer' },
  'response-removed': {
    clients: 'wait in vain for this answer',
    servers: 'may not give it any more',
    mocks: 'no longer give it',
  },
  'server-changed': { clients: 'call another address', servers: 'are reached at another address' },
  'server-removed': { clients: 'must not call this address any more', servers: 'are reached at other addresses' },
  'server-added': { clients: 'may call this address too' },
  'default-changed': {
    clients: 'who leave it out get something else',
    servers: 'have to use the new default',
    mocks: 'use the new default',
  },
  'default-added': { servers: 'have to use the default', mocks: 'use the default' },
  deprecated: { clients: 'should look for another way' },
  'deprecation-withdrawn': {},
  'examples-changed': { mocks: 'answer with the new examples' },
};

const SECURITY: Readonly<Record<ChangeClass, Affected>> = {
  breaking: {
    clients: 'are refused without the new credentials',
    servers: 'have to ask for the new credentials',
    mocks: 'ask for the new credentials',
  },
  compatible: { servers: 'have to accept more kinds of calls', mocks: 'accept more kinds of calls' },
  documentation: NOBODY,
};

const REQUEST: Readonly<Record<ChangeClass, Affected>> = {
  breaking: {
    clients: 'calls that were right may be refused or not understood',
    servers: 'have to go by the new form',
    mocks: 'check calls by the new form',
  },
  compatible: { servers: 'have to accept the new calls too', mocks: 'accept the new calls too' },
  documentation: NOBODY,
};

const RESPONSE: Readonly<Record<ChangeClass, Affected>> = {
  breaking: {
    clients: 'may get what they do not expect, or miss what they do',
    servers: 'answer in the new form',
    mocks: 'answer in the new form',
  },
  compatible: { servers: 'have to keep the new promise', mocks: 'answer in the new form' },
  documentation: NOBODY,
};

/** Whom a change to the HTTP documents concerns. */
export function affectedBy(kind: string, grade: ChangeClass, direction: Direction | null): Affected {
  const own = BY_KIND[kind];
  if (own !== undefined) return own;
  if (kind === 'security-changed' || kind.startsWith('scheme-')) return SECURITY[grade];
  if (direction === null) return grade === 'documentation' ? NOBODY : REQUEST[grade];
  return direction === 'request' ? REQUEST[grade] : RESPONSE[grade];
}
