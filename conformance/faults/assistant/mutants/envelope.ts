/** Servers that are wrong about what stands around every answer. */

import { changed, type Fault, type Matcher } from '../../../fault/proxy/reply.ts';
import { isObject } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { DELETE_INDEX, EVERYTHING, SEARCH } from '../edit.ts';

const ENVELOPE = 'assistant.envelope';
const MILLISECONDS = 'assistant.envelope.ts-milliseconds';

function timed(matcher: Matcher, change: (ts: number) => unknown): Fault {
  return changed(matcher, (json) => (isObject(json) ? { ...json, ts: change(Number(json['ts'])) } : json));
}

export const envelopeMutants: readonly Mutant[] = [
  {
    id: 'a search is answered with a bare list',
    kills: ENVELOPE,
    operation: 'searchIndexes',
    fault: () => changed(SEARCH, (json) => (isObject(json) ? json['data'] : json)),
  },
  {
    id: 'the answer to a delete has no data',
    kills: ENVELOPE,
    operation: 'deleteIndex',
    fault: () => changed(DELETE_INDEX, (json) => (isObject(json) ? { ts: json['ts'] } : json)),
  },
  {
    id: 'ts counts seconds',
    kills: MILLISECONDS,
    operation: 'readConversation',
    fault: () => timed(EVERYTHING, (ts) => Math.floor(ts / 1000)),
  },
  {
    id: 'ts counts microseconds in searches',
    kills: MILLISECONDS,
    operation: 'searchIndexes',
    fault: () => timed(SEARCH, (ts) => ts * 1000),
  },
  {
    id: 'ts has lost its UTC offset',
    kills: MILLISECONDS,
    operation: 'createTurn',
    fault: () => timed(EVERYTHING, (ts) => ts + 8 * 3_600_000),
  },
  {
    id: 'ts is the time at which the server started',
    kills: MILLISECONDS,
    operation: 'createTurn',
    fault: () => {
      const started = Date.now() - (Date.now() % 1000) + 7;
      return timed(EVERYTHING, () => started);
    },
  },
];
