/** Successful answers that are wrong as a whole: their status, their content type, their body, their time. */
import type { ApiModel, Operation } from '../../model/document/api.ts';
import { resolved } from '../../model/document/document.ts';
import { isObject } from '../../model/values/json.ts';
import type { DerivedMutant } from './mutant.ts';
import { isSuccess, type Observation, type WireAnswer, wireOf } from './seen.ts';

interface Wrong {
  readonly name: string;
  readonly change: (seen: Observation) => WireAnswer | null;
  readonly shownByOne: boolean;
}

function wrong(name: string, change: (seen: Observation) => WireAnswer | null, shownByOne = true): Wrong {
  return { name, change, shownByOne };
}

const statuses = [204, 302, 404, 418, 500, 503] as const;

function withStatus(status: number): Wrong {
  const isEmpty = status === 204 || status === 302;
  return wrong(
    `status ${status}`,
    (seen) => ({ ...wireOf(seen), status, ...(isEmpty ? { body: Buffer.alloc(0) } : {}) }),
    false,
  );
}

function withTime(name: string, change: (ts: number) => unknown): Wrong {
  return wrong(`ts ${name}`, (seen) => {
    const { json } = seen;
    if (!isObject(json) || typeof json['ts'] !== 'number') return null;
    return wireOf({ ...seen, text: JSON.stringify({ ...json, ts: change(json['ts']) }) });
  });
}

/** The response with a duplicate of the first member of an object. */
function withDuplicate(seen: Observation): WireAnswer | null {
  if (seen.json === undefined) return null;
  const found = /\{(?="(?:[^"\\]|\\.)*":)/.exec(seen.text);
  const [name] = found === null ? [] : (/^"(?:[^"\\]|\\.)*":/.exec(seen.text.slice(found.index + 1)) ?? []);
  if (found === null || name === undefined) return null;
  const begin = found.index + 1;
  return wireOf({ ...seen, text: `${seen.text.slice(0, begin)}${name}null,${seen.text.slice(begin)}` });
}

const bodies: readonly Wrong[] = [
  wrong('content type text/html', (seen) => ({ ...wireOf(seen), contentType: 'text/html; charset=utf-8' })),
  wrong('no content type', (seen) => ({ ...wireOf(seen), contentType: null })),
  wrong('an empty body', (seen) => wireOf({ ...seen, text: '' })),
  wrong('JSON that ends too early', (seen) => wireOf({ ...seen, text: seen.text.slice(0, -1) })),
  wrong('HTML in place of JSON', (seen) => wireOf({ ...seen, text: '<!doctype html><title>Welcome</title>' })),
  wrong('JSON and something behind it', (seen) => wireOf({ ...seen, text: `${seen.text};` })),
  wrong('a body that is not UTF-8', (seen) => ({
    ...wireOf(seen),
    body: Buffer.concat([
      Buffer.from('{"note":"'),
      Buffer.from([0xe9, 0xff]),
      Buffer.from('",'),
      Buffer.from(seen.text.slice(1)),
    ]),
  })),
  wrong('a duplicate name', withDuplicate),
];

const times: readonly Wrong[] = [
  withTime('in seconds', (ts) => Math.floor(ts / 1000)),
  withTime('in microseconds', (ts) => ts * 1000),
  withTime('in nanoseconds', (ts) => ts * 1_000_000),
  withTime('as text', String),
  withTime('as a date', (ts) => new Date(ts).toISOString()),
];

function hasTime(api: ApiModel, { responses }: Operation): boolean {
  const schema = responses.find(({ status }) => status.startsWith('2'))?.schema;
  return schema !== undefined && schema !== null && resolved(api.document, schema).properties?.['ts'] !== undefined;
}

/** Every operation's successful answer, wrong in each way. */
export function answerMutants(api: ApiModel): readonly DerivedMutant[] {
  return api.operations.flatMap((operation) => {
    const documented = new Set(operation.responses.map(({ status }) => status));
    const fitting = statuses.filter((status) => !(status < 300 && documented.has(String(status)))).map(withStatus);
    return [...fitting, ...bodies, ...(hasTime(api, operation) ? times : [])].map(
      ({ name, change, shownByOne }): DerivedMutant => ({
        id: `${api.service} ${operation.id}: ${name}`,
        service: api.service,
        operation: operation.id,
        shownByOne,
        change: (seen) => (isSuccess(seen) ? change(seen) : null),
      }),
    );
  });
}
