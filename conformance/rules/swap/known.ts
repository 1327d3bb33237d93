/** What a target may say of the data of swap. */
import type { Scene } from '../rule.ts';

export interface SwapKnown {
  /** The alternate broker, whose id and label the documents withhold. */
  readonly alternate_broker?: { readonly id: string; readonly label?: string };
  /** A pair in which the caller has swapped; otherwise pairs are taken from the lists. */
  readonly pair?: { readonly base: string; readonly quote: string };
  /** The follow id of an order of the caller; otherwise it is looked for in the caller's transactions. */
  readonly order?: string;
  /** An action that this server accepts, with what is paid for it; otherwise the contract's example is tried. */
  readonly action?: { readonly action: string; readonly amount: string; readonly asset_id: string };
  /**
   * What the body of an authorization needs beside `broker_id` and `label`, such as `code`. Where a code works once
   * only, write `${NAME}` and set the variable anew for each run. Secrets: they are not shown.
   */
  readonly authorization?: Readonly<Record<string, string>>;
}

const text = { type: 'string', minLength: 1 };

function texts(required: readonly string[], optional: readonly string[] = []): object {
  const properties = Object.fromEntries([...required, ...optional].map((name) => [name, text]));
  return { type: 'object', additionalProperties: false, required, properties };
}

/** JSON Schema of `known` in a target file. */
export const swapKnownSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    alternate_broker: texts(['id'], ['label']),
    pair: texts(['base', 'quote']),
    order: text,
    action: texts(['action', 'amount', 'asset_id']),
    authorization: { type: 'object', additionalProperties: text },
  },
};

/** What the target says; it was held to the schema when it was read. */
export function swapKnown({ target }: Scene): SwapKnown {
  return target.known;
}

/** What to write into the target file where the alternate broker is not known. */
export const BROKER_HINT = 'name the alternate broker as known.alternate_broker (id and label) in the target file';
