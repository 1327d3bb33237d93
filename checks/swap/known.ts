/** The data of swap that a target may contain. */

import { described, knownAs, objectWith, text, texts } from '@wallet-services/conformance/target';

const swapKnownSchema = objectWith({
  /** The id and label of the alternate broker, which the documents withhold. */
  alternate_broker: objectWith({ id: text, label: text }, 'id'),
  /**
   * Members that the body of an authorization needs beside `broker_id` and `label`, such as `code`. Where a code works
   * once only, write `${NAME}` and set a new value for each run. Secrets: they are not shown.
   */
  authorization: texts,
});

export const swapKnown = knownAs(swapKnownSchema);

/** The hint for the target file where the alternate broker is not known. */
export const BROKER_HINT = 'set known.alternate_broker (id and label) in the target file';

/** The same, with a description of each member. */
export const swapKnownMembers = described(swapKnownSchema, {
  alternate_broker: 'The alternate broker, whose id and label the documents do not give.',
  id: 'Id (UUID).',
  label: 'A single lowercase word.',
  authorization: 'What the body of an authorization needs besides broker_id and label, such as code. Secrets.',
});
