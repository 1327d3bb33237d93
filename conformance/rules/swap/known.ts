/** What a target may say of the data of swap. */
import { objectWith, text, texts } from '../../target/forms.ts';
import type { Scene } from '../rule.ts';

export interface SwapKnown {
  /** The alternate broker, whose id and label the documents withhold. */
  readonly alternate_broker?: { readonly id: string; readonly label?: string };
  /**
   * What the body of an authorization needs beside `broker_id` and `label`, such as `code`. Where a code works once
   * only, write `${NAME}` and set the variable anew for each run. Secrets: they are not shown.
   */
  readonly authorization?: Readonly<Record<string, string>>;
}

/** JSON Schema of `known` in a target file. */
export const swapKnownSchema = objectWith({
  alternate_broker: objectWith({ id: text, label: text }, 'id'),
  authorization: texts,
});

/** What the target says; it was held to the schema when it was read. */
export function swapKnown({ target }: Scene): SwapKnown {
  return target.known;
}

/** What to write into the target file where the alternate broker is not known. */
export const BROKER_HINT = 'set known.alternate_broker (id and label) in the target file';
