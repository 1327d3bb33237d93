/** Compiles expressions: relations between the members of a value, in CEL (Common Expression Language). */
import { type CelInput, celEnv, isCelError, parse, plan } from '@bufbuild/cel';
import { functions } from './decimals.ts';
import { type Names, namesOf } from './names.ts';

/** The inputs of an operation's request: texts as sent, header names in lower case. */
export interface Requested {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON of the body; null when none was sent. */
  readonly body: unknown;
}

/** A request without inputs. */
const nothing: Requested = { path: {}, query: {}, headers: {}, body: null };

/**
 * The reason why an expression cannot be decided: a member is missing, or does not have the type that the expression
 * expects.
 */
export interface Undecided {
  readonly problem: string;
}

/** A relation that can be evaluated for values. */
export interface Expression {
  readonly text: string;
  /** The members that it reads. */
  readonly names: Names;
  /** Whether it holds for a value. An undecided relation is neither true nor false. */
  evaluate(self: unknown, request?: Requested): boolean | Undecided;
}

/** A text that is not an expression. */
export class BadExpression extends Error {
  override readonly name = 'BadExpression';
}

/** Whether an evaluation was undecided. */
export function isUndecided(result: boolean | Undecided): result is Undecided {
  return typeof result !== 'boolean';
}

/**
 * CEL creates an error for each missing member. Capturing its stack takes most of the time, and the stack is never
 * used.
 */
function withoutTraces<Result>(work: () => Result): Result {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

const environment = celEnv({ funcs: [...functions] });

/**
 * Reads an expression over `this` and `request`.
 *
 * @throws BadExpression when the text is not an expression, or calls an unknown function.
 *
 * @example
 * compile('decimal_le(this.bid, this.tab)').evaluate({ bid: '1', tab: '2' }) // true
 */
export function compile(text: string): Expression {
  try {
    const parsed = parse(text);
    const run = plan(environment, parsed);
    return {
      text,
      names: namesOf(parsed.expr),
      evaluate(self, request = nothing) {
        // CEL takes JSON: texts, doubles, booleans, null, lists and maps of them.
        const result = withoutTraces(() => run({ this: self as CelInput, request: { ...request } as CelInput }));
        if (typeof result === 'boolean') return result;
        return { problem: isCelError(result) ? result.message : 'it is neither true nor false' };
      },
    };
  } catch (error) {
    throw new BadExpression(`${JSON.stringify(text)}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
