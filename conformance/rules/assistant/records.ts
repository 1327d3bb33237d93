/** Makes records that no other run has, searches them, and takes them back. */
import { createHash } from 'node:crypto';
import { type Call, type CredentialUse, type Exchange, isSuccess, successJson } from '../../model/exchange.ts';
import { isObject, type JsonObject, objectsOf } from '../../model/json.ts';
import { blockedBy } from '../judgement.ts';
import type { Scene } from '../rule.ts';
import type { Say } from '../shared/conversation.ts';
import { dataOf } from '../shared/data.ts';
import { deleteCall, type IndexRecord, indexesCall, searchCall } from './calls.ts';
import { assistantKnown } from './known.ts';

type Asks<Result> = Generator<Call, Result, Exchange>;

/** How long it may take until a record is found, in milliseconds, if the target says nothing else. */
const INDEXING_MS = 700;

/** Pauses before a search is asked again, in milliseconds; the last one is repeated. */
const PAUSES = [40, 120, 200, 340];

const CONSONANTS = 'bdfgklmnprtvz';
const VOWELS = 'aiou';

/** A made-up word that occurs in no other text: letters only, so that every search takes it for one word. */
export function madeUpWord({ run }: Scene, ...names: readonly string[]): string {
  const bytes = createHash('sha256')
    .update(JSON.stringify([run, ...names]))
    .digest();
  const letters = [...bytes.subarray(0, 10)].map((byte, index) => {
    const alphabet = index % 2 === 0 ? CONSONANTS : VOWELS;
    return alphabet[byte % alphabet.length];
  });
  return `${letters.join('')}k`;
}

/** The id of a record that no other run has. */
export function recordId({ run }: Scene, ...names: readonly string[]): string {
  return ['conformance', run, ...names].join('-');
}

/** A record of plain text. */
export function record(objectId: string, data: string, properties?: string): IndexRecord {
  return { object_id: objectId, category: 'plain-text', data, ...(properties === undefined ? {} : { properties }) };
}

/** The hits of a search; null when the answer is none. */
export function hitsOf(exchange: Exchange | undefined): readonly JsonObject[] | null {
  const data = dataOf(exchange);
  if (data === undefined || !isObject(successJson(exchange))) return null;
  return data === null || Array.isArray(data) ? objectsOf(data) : null;
}

/** Ids of the records that were found. */
export function foundIds(exchange: Exchange | undefined): readonly string[] {
  return (hitsOf(exchange) ?? []).map(({ object_id }) => String(object_id));
}

/** Adds records; false, and says why, when they are refused. */
export function* addRecords(
  scene: Scene,
  say: Say,
  label: string,
  records: readonly IndexRecord[],
  credentials: CredentialUse = 'given',
): Asks<Exchange | null> {
  const exchange = yield indexesCall(scene, records, { label, credentials });
  if (isSuccess(exchange)) return exchange;
  say(blockedBy(exchange));
  return null;
}

/** Takes records back, without a thought of what comes of it. */
export function* takeBack(
  scene: Scene,
  records: readonly { readonly object_id: string }[],
  credentials: CredentialUse = 'given',
): Asks<void> {
  for (const { object_id: id } of records)
    yield deleteCall(scene, id, { label: 'take back', intent: 'open', credentials });
}

/** Time to wait, over all searches of a case: how soon a new record is found is open. */
export interface Patience {
  left: number;
}

export function patienceOf(scene: Scene): Patience {
  return { left: assistantKnown(scene).indexing_ms ?? INDEXING_MS };
}

export interface Searching {
  readonly label: string;
  readonly keywords: string;
  readonly n?: number;
  readonly credentials?: CredentialUse;
}

/** Searches until the hits are as they should be, as long as patience lasts. Returns the last answer. */
export function* searchUntil(
  scene: Scene,
  patience: Patience,
  { label, keywords, n, credentials = 'given' }: Searching,
  holds: (ids: readonly string[]) => boolean,
): Asks<Exchange> {
  let exchange = yield searchCall(scene, keywords, n, { label, credentials });
  for (let attempt = 0; isSuccess(exchange) && !holds(foundIds(exchange)) && patience.left > 0; attempt += 1) {
    const pauseMs = Math.min(PAUSES[attempt] ?? PAUSES.at(-1) ?? 0, patience.left);
    patience.left -= pauseMs;
    exchange = yield searchCall(scene, keywords, n, { label, credentials, pauseMs });
  }
  return exchange;
}

/** Whether a search finds all of some records. */
export function includesAll(ids: readonly string[]): (found: readonly string[]) => boolean {
  return (found) => ids.every((id) => found.includes(id));
}

/** Whether the target names a second application with its secret. */
export function hasOtherApplication({ target }: Scene): boolean {
  const { AppId: id, AppSecret: secret } = target.otherCredentials;
  return id !== undefined && secret !== undefined && id !== target.credentials['AppId'];
}

export const OTHER_HINT =
  'name a second application as other_credentials (AppId and AppSecret) in the target file: it is emptied';
