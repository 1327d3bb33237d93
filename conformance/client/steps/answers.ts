/** Answers of every kind, and what a client makes of them. */
import { changed } from '../../fault/proxy/reply.ts';
import { eachObject, type JsonObject } from '../../model/values/json.ts';
import { valueAt } from '../../model/values/pointer.ts';
import { UNKNOWN_MEMBER } from '../judge/meaning.ts';
import type { Scene } from '../scene.ts';
import { BITCOIN, callStep, DOLLAR } from './inputs.ts';
import type { Step } from './step.ts';

/** Sets members of every object that has one of that name, however deep. */
function withMembers(json: unknown, members: JsonObject): unknown {
  const own = (object: JsonObject) => Object.entries(members).filter(([name]) => Object.hasOwn(object, name));
  return eachObject(json, (object) => ({ ...object, ...Object.fromEntries(own(object)) }));
}

/** Puts a member that no document names into every object. */
function withUnknown(json: unknown): unknown {
  return eachObject(json, (object) => ({ ...object, [UNKNOWN_MEMBER]: { of: ['a later version', 1] } }));
}

/** The id of the first item of one of the reference server's lists: what there is follows from its seed. */
async function firstId({ direct }: Scene, path: string, list: string): Promise<string> {
  return String(valueAt(await direct(path), `${list}/0/id`));
}

export const answerSteps: readonly Step[] = [
  callStep(
    { id: 'answers.decimal', title: 'Keeps every digit of a decimal number', source: 'document 1, Resources' },
    { service: 'lending', operation: 'listMarkets' },
    () =>
      changed('/markets/all', (json) =>
        withMembers(json, {
          total_cash: '123456789012345678.123456789012345678',
          price: '0.000000000000000001',
          block_number: Number.MAX_SAFE_INTEGER,
        }),
      ),
  ),
  callStep(
    {
      id: 'answers.time',
      title: 'Keeps the nanoseconds of a time with any offset',
      source: 'document 1, Resources',
    },
    { service: 'lending', operation: 'listTransactions', input: { query: { limit: '2' } } },
    () =>
      changed('/transactions', (json) =>
        withMembers(json, {
          created_at: '2021-08-17T19:14:49.123456789+08:00',
          updated_at: '2021-08-17T05:44:49.000000001-05:30',
        }),
      ),
  ),
  callStep(
    { id: 'answers.id-as-text', title: 'Keeps a string id as a string', source: 'document 2, Resources' },
    async (scene) => {
      const comment_id = await firstId(scene, '/comment/comments?site_id=21&limit=1', '/data/comments');
      return { service: 'comment', operation: 'readComment', input: { path: { comment_id } } };
    },
  ),
  callStep(
    { id: 'answers.negative', title: 'Reads negative amounts', source: 'document 3, Resources' },
    async (scene) => {
      const vat = await firstId(scene, '/vault/vats?limit=1', '/data/vaults');
      return { service: 'vault', operation: 'listVaultEvents', input: { path: { vat } } };
    },
    () => changed('/events', (json) => withMembers(json, { dink: '-0.00000001', dart: '-12345678901234567.5' })),
  ),
  callStep(
    { id: 'answers.base64', title: 'Keeps base64 unchanged', source: 'document 2, Resources' },
    { service: 'swap', operation: 'readInfo' },
    () => changed('/info', (json) => withMembers(json, { public_key: '+/+/AAECAwT/3q2+7w==' })),
  ),
  callStep(
    { id: 'answers.map', title: 'Reads an object whose keys are ids', source: 'document 2, Endpoints' },
    { service: 'swap', operation: 'listTickers' },
  ),
  callStep(
    { id: 'answers.triples', title: 'Reads lists of a number and two strings', source: 'document 2, Endpoints' },
    {
      service: 'swap',
      operation: 'listCandles',
      input: { path: { base_id: BITCOIN, quote_id: DOLLAR }, query: { dur: '24h' } },
    },
  ),
  callStep(
    { id: 'answers.no-envelope', title: 'Reads a response without an envelope', source: 'document 3, Endpoints' },
    { service: 'vault', operation: 'listCollateralTypes' },
  ),
  callStep(
    {
      id: 'answers.action-name',
      title: 'Reads an action that is a name here and a number in the list',
      source: 'document 3, Resources',
    },
    async (scene) => {
      const flip = await firstId(scene, '/vault/flips?limit=1', '/flips');
      return { service: 'vault', operation: 'readFlip', input: { path: { flip } } };
    },
  ),
  callStep(
    { id: 'answers.unknown-members', title: 'Accepts unknown members', source: null },
    { service: 'vault', operation: 'listVaults', input: { query: { limit: 2 } } },
    () => changed('/vats', withUnknown),
  ),
  callStep(
    { id: 'answers.null-list', title: 'Reads null as an empty list', source: null },
    { service: 'vault', operation: 'listAssets' },
    () => changed('/assets', (json) => withMembers(json, { assets: null })),
  ),
];
