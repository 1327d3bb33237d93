/** Resets the second application, and puts back what was seen of it before. */
import type { Exchange } from '../../../model/exchange.ts';
import type { JsonObject } from '../../../model/json.ts';
import type { Scene } from '../../rule.ts';
import { type IndexRecord, indexesCall, resetCall, searchCall } from '../calls.ts';
import type { Asks } from '../dialogue.ts';
import { hitsOf, record, recordId } from '../records.ts';

/** Words that many texts hold: what they find is put back after a reset. A search shows 128 records at most. */
const COMMON = 'the a to of and in is de la para le der die';

function recordOf(hit: JsonObject): readonly IndexRecord[] {
  const { object_id: id, data, properties } = hit;
  if (typeof id !== 'string' || typeof data !== 'string') return [];
  return [record(id, data, typeof properties === 'string' ? properties : undefined)];
}

/** A reset that was asked for, and what was seen of the application before. */
export interface Reset {
  readonly reset: Exchange;
  readonly kept: readonly IndexRecord[];
}

/** Resets the second application. */
export function* resetOther(scene: Scene): Asks<Reset> {
  const before = yield searchCall(scene, COMMON, 128, { label: 'what is there', credentials: 'other', intent: 'open' });
  const own = recordId(scene);
  const kept = (hitsOf(before) ?? []).flatMap(recordOf).filter(({ object_id: id }) => !id.startsWith(own));
  return { reset: yield resetCall(scene, { label: 'reset', credentials: 'other' }), kept };
}

/** Adds the records that a reset removed. */
export function* putBack(scene: Scene, kept: readonly IndexRecord[]): Asks<void> {
  if (kept.length > 0) yield indexesCall(scene, kept, { label: 'put back', credentials: 'other', intent: 'open' });
}
