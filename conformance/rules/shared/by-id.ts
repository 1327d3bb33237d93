/** What is read by its id is what the path names, and what the list shows under that id. */
import { operationOf } from '../../model/api.ts';
import { callOf, noInput } from '../../model/call.ts';
import {
  type Call,
  type Exchange,
  type HttpCall,
  type Intent,
  isSuccess,
  outcomeText,
  type Trace,
} from '../../model/exchange.ts';
import { excerpt, type JsonObject, sameJson } from '../../model/json.ts';
import { within } from '../../model/pointer.ts';
import { parseInstant } from '../../model/time.ts';
import { seededUuid } from '../../model/uuid.ts';
import { blockedBy, broken, hintFor, inconclusive, passUnless, unsupported } from '../judgement.ts';
import type { Judgement, Rule, Scene } from '../rule.ts';
import { listedIn, objectAt, pick } from './answers.ts';

export interface ReadById {
  /** Id of the rule. */
  readonly id: string;
  /** The operationId, and the path parameter that takes the id. */
  readonly operation: string;
  readonly parameter: string;
  /** What is read, in the singular: `vault`. */
  readonly noun: string;
  /** Place of what was read in its answer. */
  readonly pointer: string;
  /** Where things are listed whose ids can be read. */
  readonly list: { readonly operation: string; readonly items: string };
  /** Asks for the list. */
  readonly listed: (scene: Scene) => Generator<Call, unknown, Exchange>;
  /** Members that stay as they are while a thing exists. */
  readonly lasting: readonly string[];
  /** Whether the answer is what the rule is about. Default: always. */
  readonly applies?: (data: JsonObject) => boolean;
}

const UNKNOWN = 'an id of nothing';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** Reads one thing by its id. */
function readCall(
  { api }: Scene,
  { operation, parameter }: Pick<ReadById, 'operation' | 'parameter'>,
  id: string,
  intent: Intent = 'valid',
): HttpCall {
  const label = intent === 'open' ? UNKNOWN : id;
  return callOf(operationOf(api, operation), { ...noInput, path: { [parameter]: id } }, { label, intent });
}

/** Whether two values of a member are the same: ids in any case, times in any UTC offset. */
function isSame(left: unknown, right: unknown): boolean {
  if (typeof left !== 'string' || typeof right !== 'string') return sameJson(left, right);
  const [one, other] = [parseInstant(left), parseInstant(right)];
  return one !== null && other !== null ? one === other : left.toLowerCase() === right.toLowerCase();
}

function judgeUnknown(
  exchange: Exchange,
  data: JsonObject | null,
  { noun, pointer, applies }: ReadById,
): readonly Judgement[] {
  const id = pathId(exchange);
  if (data === null || applies?.(data) === false || isSame(data['id'], id)) return [];
  const actual = `the one with id ${excerpt(data['id'])}`;
  return [broken({ expected: `no other ${noun} than ${id}`, actual, pointer: within(pointer, 'id'), exchange })];
}

/** The last part of the path that is an id. */
function pathId({ call }: Exchange): string {
  const parts = call.kind === 'http' ? call.path.split('?')[0]?.split('/') : [];
  return parts?.findLast(isId) ?? '';
}

function judgeRead(exchange: Exchange, listed: readonly JsonObject[], read: ReadById): readonly Judgement[] {
  const { noun, pointer, applies, lasting } = read;
  const data = objectAt(exchange, pointer);
  if (exchange.call.label === UNKNOWN) return judgeUnknown(exchange, data, read);
  const id = pathId(exchange);
  const { outcome } = exchange;
  if (!isSuccess(exchange) && outcome.kind === 'answer' && outcome.status < 500 && hintFor(exchange) === undefined) {
    return [
      broken({
        expected: `the ${noun} ${id}, which is listed`,
        actual: outcomeText(exchange),
        about: 'refused',
        exchange,
      }),
    ];
  }
  if (data === null) return [blockedBy(exchange)];
  if (applies?.(data) === false) return [unsupported(`what ${read.operation} answers is no ${noun}`)];
  if (!isSame(data['id'], id)) {
    const place = within(pointer, 'id');
    return [broken({ expected: id, actual: excerpt(data['id']), pointer: place, exchange })];
  }
  const item = listed.find((one) => isSame(one['id'], id));
  const wrong = item === undefined ? [] : lasting.filter((name) => !isSame(item[name], data[name]));
  return passUnless(
    wrong.map((name) =>
      broken({
        expected: `${excerpt(item?.[name])}, as in the list`,
        actual: excerpt(data[name]),
        pointer: within(pointer, name),
        exchange,
      }),
    ),
  );
}

/** The rule: some of what is listed is read alone, and an id that nothing has. */
export function byId(read: ReadById): Rule {
  const { id, operation, noun, list, listed } = read;
  return {
    id,
    plan: (scene) => [
      {
        id: operation,
        operation,
        *script() {
          const exchanges: Exchange[] = [];
          const asking = listed(scene);
          for (let step = asking.next(); step.done !== true; ) {
            const exchange: Exchange = yield step.value;
            exchanges.push(exchange);
            step = asking.next(exchange);
          }
          const items = listedIn({ caseId: '', operation: null, exchanges }, list.operation, list.items);
          const ids = [...new Set(items.map((item) => item['id']).filter(isId))];
          for (const one of pick(ids)) yield readCall(scene, read, one);
          yield readCall(scene, read, seededUuid(scene.seed, operation, 'nothing'), 'open');
        },
      },
    ],
    judge: (trace: Trace) => {
      const items = listedIn(trace, list.operation, list.items);
      const asked = trace.exchanges.filter(({ call }) => call.kind === 'http' && call.operation === operation);
      const judgements = asked.flatMap((exchange) => judgeRead(exchange, items, read));
      const needed = trace.exchanges.find((exchange) => !isSuccess(exchange) && exchange.call.label !== UNKNOWN);
      if (judgements.length > 0) return judgements;
      if (needed !== undefined) return [blockedBy(needed)];
      return [inconclusive(`no ${noun} with a UUID as its id is listed`, `put a ${noun} into the data`)];
    },
  };
}
