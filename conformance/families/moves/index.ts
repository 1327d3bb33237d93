/** Operations that move a number by one, which another operation reads: `moves`. */
import { freshInput } from '../../find/find.ts';
import { type ApiModel, operationOf } from '../../model/api.ts';
import type { Declaration } from '../../model/behaviour.ts';
import { callOf, type Input, noInput } from '../../model/call.ts';
import { type CredentialUse, type Exchange, isSuccess, successJson } from '../../model/exchange.ts';
import { excerpt } from '../../model/json.ts';
import { valueAt } from '../../model/pointer.ts';
import { blockedBy, broken, inconclusive, pass } from '../../rules/judgement.ts';
import type { Judgement, Talk } from '../../rules/rule.ts';
import { aspectOf, type Family } from '../family.ts';
import { movesFaults } from './faults.ts';

export interface Moves extends Declaration {
  readonly operation: string;
  /** Where the answer of the operation tells the number; absent: it does not. */
  readonly at?: string;
  readonly by: 1 | -1;
  /** The operationId that reads the number. */
  readonly read: string;
  /** Where its answer tells it. */
  readonly pointer: string;
}

/** Somebody else may come between, though hardly twice: so many things of its own must tell a wrong number. */
const TIMES = 2;

function numberAt(exchange: Exchange, pointer: string): number | null {
  const value = valueAt(successJson(exchange), pointer);
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value)) ? Number(value) : null;
}

/** The operation that moves the same number the other way; it has to go first where there must be something to take back. */
function opposite({ declarations }: ApiModel, { by, read, pointer }: Moves): string | null {
  const found = declarations.find(
    (one) => one.family === 'moves' && one['by'] === -by && one['read'] === read && one['pointer'] === pointer,
  );
  return found?.operation ?? null;
}

/** Who moves it: a second one must count too. */
function movers({ scene }: Talk): readonly CredentialUse[] {
  return Object.keys(scene.target.otherCredentials).length === 0 ? ['given'] : ['given', 'other'];
}

interface Moved {
  /** Null where the number is not told. */
  readonly number: number | null;
  readonly exchange: Exchange;
}

/** One move by one caller: what is wrong with the numbers afterwards. */
function judgeMove({ at, by, pointer }: Moves, before: number, answer: Exchange, first: Moved, last: Moved): Judgement {
  const expected = before + by;
  const side = by > 0 ? 'more' : 'less';
  const wrong = (number: number | null, at: string, exchange: Exchange) =>
    broken({ expected: `${expected}, one ${side} than before`, actual: excerpt(number), pointer: at, exchange });
  if (last.number !== expected) return wrong(last.number, pointer, last.exchange);
  const told = at === undefined ? null : numberAt(answer, at);
  // Where it shows a moment later only, the answer may still tell what was.
  const isLate = told === before && first.number === before;
  return told === null || told === expected || isLate ? pass : wrong(told, at ?? '', answer);
}

/** Moves the number of one thing, one caller after the other, until something is wrong. */
async function moveAll(talk: Talk, declared: Moves, input: Input): Promise<Judgement> {
  const { operation: id, by, read, pointer } = declared;
  const { api } = talk.scene;
  const reader = callOf(
    operationOf(api, read),
    { ...noInput, path: input.path },
    { label: `the number that ${id} moves` },
  );
  const reading = async (): Promise<Moved> => {
    const exchange = await talk.ask(reader);
    return { exchange, number: numberAt(exchange, pointer) };
  };
  const move = (operation: string, credentials: CredentialUse) =>
    talk.ask(
      callOf(operationOf(api, operation), input, {
        label: `${operation} (${credentials})`,
        credentials,
        intent: 'open',
      }),
    );
  const raising = by < 0 ? opposite(api, declared) : null;
  // The caller's own is there to be taken back already.
  for (const credentials of raising === null ? [] : movers(talk).slice(1)) await move(raising ?? id, credentials);
  const least = raising === null ? 0 : movers(talk).length;
  let { number, exchange } = await talk.until(reading, (one) => (one.number ?? least) >= least);
  let passed: Judgement | null = null;
  for (const credentials of movers(talk)) {
    if (number === null) return blockedBy(exchange);
    const answer = await move(id, credentials);
    // Who may move it, and how often, is for the server to say.
    if (!isSuccess(answer)) return passed ?? blockedBy(answer);
    const seen: Moved[] = [];
    const expected: number = number + by;
    const last = await talk.until(
      async () => {
        const one = await reading();
        seen.push(one);
        return one;
      },
      (one) => one.number === expected,
    );
    const judgement = judgeMove(declared, number, answer, seen[0] ?? last, last);
    if (judgement.verdict !== 'pass') return judgement;
    passed = judgement;
    ({ number, exchange } = last);
  }
  return passed ?? blockedBy(exchange);
}

export default {
  name: 'moves',
  async check(declared, talk, say) {
    const { operation: id } = declared;
    let judgement: Judgement = pass;
    for (let time = 1; time <= TIMES; time += 1) {
      const input = await freshInput(talk, id, { name: `${id} moves ${time}` });
      if (input === null) {
        const hint =
          'see why what it is about cannot be made, or name what that takes in known.inputs of the target file';
        return say(aspectOf(declared), inconclusive(`nothing could be made that ${id} could move the number of`, hint));
      }
      judgement = await moveAll(talk, declared, input);
      if (judgement.verdict !== 'broken') break;
    }
    say(aspectOf(declared), judgement);
  },
  faults: movesFaults,
} satisfies Family<Moves>;
