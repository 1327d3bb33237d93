import type { FaultyModel } from '../../../config/options.ts';
import { TurnFault } from '../turn-fault.ts';
import type { Model } from './model.ts';

const MESSAGES: Readonly<Record<FaultyModel['code'], string>> = {
  1: 'internal server error',
  3: 'the model is configured wrongly',
  4: 'the model did not respond',
  5: 'there is no such bot',
  6: 'there is no such conversation',
  7: 'there is no such model',
};

/** Fails with a code of document 3, Errors, so that clients can be tested against it. */
export function faultyModel({ code }: FaultyModel): Model {
  return () => Promise.reject(new TurnFault(code, MESSAGES[code]));
}
