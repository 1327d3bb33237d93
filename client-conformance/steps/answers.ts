/** Answers of every kind, and how a client reads them. */
import {
  changed,
  eachObject,
  type Fault,
  type JsonObject,
  valueAt,
} from '@wallet-services/conformance/testing/clients';
import { UNKNOWN_MEMBER } from '../judge/meaning.ts';
import type { ClientSuite } from '../suite.ts';
import { BITCOIN, callStep, DOLLAR } from './inputs.ts';
import type { Step } from './step.ts';

/** Sets members in every object with a member of that name, at any depth, in the answers at a path. */
function withMembers(path: string, members: JsonObject): () => Fault {
  const own = (object: JsonObject) => Object.entries(members).filter(([name]) => Object.hasOwn(object, name));
  const set = (object: JsonObject) => ({ ...object, ...Object.fromEntries(own(object)) });
  return () => changed(path, (json) => eachObject(json, set));
}

/** Adds a member that no document names to every object. */
function withUnknown(json: unknown): unknown {
  return eachObject(json, (object) => ({ ...object, [UNKNOWN_MEMBER]: { of: ['a later version', 1] } }));
}

/** The id of the first item of one of the reference server's lists, text or number: the items depend on its seed. */
async function firstId({ direct }: ClientSuite, path: string, list: string): Promise<string | number> {
  const id = valueAt(await direct(path), `${list}/0/id`);
  return typeof id === 'number' ? id : String(id);
}

export const answerSteps: readonly Step[] = [
  callStep('answers.decimal', 'Keeps every digit of a decimal number', 'document 1, Resources', {
    service: 'lending',
    operation: 'listMarkets',
    fault: withMembers('/markets/all', {
      total_cash: '123456789012345678.123456789012345678',
      price: '0.000000000000000001',
      block_number: Number.MAX_SAFE_INTEGER,
    }),
  }),
  callStep('answers.time', 'Keeps the nanoseconds of a time with any offset', 'document 1, Resources', {
    service: 'lending',
    operation: 'listTransactions',
    input: { query: { limit: '2' } },
    fault: withMembers('/transactions', {
      created_at: '2021-08-17T19:14:49.123456789+08:00',
      updated_at: '2021-08-17T05:44:49.000000001-05:30',
    }),
  }),
  callStep('answers.id-as-text', 'Keeps a string id as a string', 'document 2, Resources', async (suite) => {
    const comment_id = await firstId(suite, '/comment/comments?site_id=21&limit=1', '/data/comments');
    return { service: 'comment', operation: 'readComment', input: { path: { comment_id } } };
  }),
  callStep('answers.negative', 'Reads negative amounts', 'document 3, Resources', async (suite) => {
    const vat = await firstId(suite, '/vault/vats?limit=1', '/data/vaults');
    return {
      service: 'vault',
      operation: 'listVaultEvents',
      input: { path: { vat } },
      fault: withMembers('/events', { dink: '-0.00000001', dart: '-12345678901234567.5' }),
    };
  }),
  callStep('answers.base64', 'Keeps base64 unchanged', 'document 2, Resources', {
    service: 'swap',
    operation: 'readInfo',
    fault: withMembers('/info', { public_key: '+/+/AAECAwT/3q2+7w==' }),
  }),
  callStep('answers.map', 'Reads an object whose keys are ids', 'document 2, Endpoints', {
    service: 'swap',
    operation: 'listTickers',
  }),
  callStep('answers.triples', 'Reads lists of a number and two strings', 'document 2, Endpoints', {
    service: 'swap',
    operation: 'listCandles',
    input: { path: { base: BITCOIN, quote: DOLLAR }, query: { dur: '24h' } },
  }),
  callStep('answers.no-envelope', 'Reads a response without an envelope', 'document 3, Endpoints', {
    service: 'vault',
    operation: 'listCollateralTypes',
  }),
  callStep(
    'answers.action-name',
    'Reads an action that is a name here and a number in the list',
    'document 3, Resources',
    async (suite) => {
      const flip = await firstId(suite, '/vault/flips?limit=1', '/flips');
      return { service: 'vault', operation: 'readFlip', input: { path: { flip } } };
    },
  ),
  callStep('answers.unknown-members', 'Accepts unknown members', null, {
    service: 'vault',
    operation: 'listVaults',
    input: { query: { limit: 2 } },
    fault: () => changed('/vats', withUnknown),
  }),
  callStep('answers.null-list', 'Reads null as an empty list', null, {
    service: 'vault',
    operation: 'listAssets',
    fault: withMembers('/assets', { assets: null }),
  }),
];
