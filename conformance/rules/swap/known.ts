/** What a target may say of the data of swap. */
import { knownAs, objectWith, text, texts } from '../../target/forms.ts';

export const swapKnownSchema = objectWith({
  /** The alternate broker, whose id and label the documents withhold. */
  alternate_broker: objectWith({ id: text, label: text }, 'id'),
  /**
   * What the body of an authorization needs beside `broker_id` and `label`, such as `code`. Where a code works once
   * only, write `${NAME}` and set the variable anew for each run. Secrets: they are not shown.
   */
  authorization: texts,
});

export const swapKnown = knownAs(swapKnownSchema);

/** What to write into the target file where the alternate broker is not known. */
export const BROKER_HINT = 'set known.alternate_broker (id and label) in the target file';
