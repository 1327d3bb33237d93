/** Compiles expressions: relations between the members of a value, in CEL (Common Expression Language). */
import { type CelInput, celEnv, isCelError, parse, plan } from '@bufbuild/cel';
import { functions } from './decimals.ts';
import { type Names, namesOf } from './names.ts';

/** What an operation was asked with: texts as sent, header names in small letters. */
export interface Asked {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON of the body; null where none was sent. */
  readonly body: unknown;
}

/** Nothing was asked with. */
const nothing: Asked = { path: {}, query: {}, headers: {}, body: null };

/** That an expression cannot be decided: a member is missing, or is of another type than it is made for. */
export interface Undecided {
  readonly problem: string;
}

/** A relation that can be held against values. */
export interface Expression {
  readonly text: string;
  /** The members that it looks at. */
  readonly names: Names;
  /** Whether it holds of a value. What cannot be decided is neither true nor false. */
  evaluate(self: unknown, request?: Asked): boolean | Undecided;
}

/** A text that is no expression. */
export class BadExpression extends Error {
  override readonly name = 'BadExpression';
}

/** Whether an evaluation decided nothing. */
export function isUndecided(result: boolean | Undecided): result is Undecided {
  return typeof result !== 'boolean';
}

/** CEL makes an error of each member that is missing; where it was made takes most of the time, and nobody looks at it. */
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
 * @throws BadExpression when the text is none, or calls what does not exist.
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
        // JSON is what CEL takes: texts, doubles, booleans, null, lists and maps of them.
        const result = withoutTraces(() => run({ this: self as CelInput, request: { ...request } as CelInput }));
        if (typeof result === 'boolean') return result;
        return { problem: isCelError(result) ? result.message : 'it is neither true nor false' };
      },
    };
  } catch (error) {
    throw new BadExpression(`${JSON.stringify(text)}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
