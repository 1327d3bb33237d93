/** What `envelope` declares, and what follows from it. */
import type { ApiModel, Operation } from '../../model/document/api.ts';
import type { Declared } from '../../model/document/behaviour.ts';
import { readingOf } from '../visited.ts';

export type Envelope = Declared<'envelope'>;

/** Whether an operation's answers have the envelope. */
export function isEnveloped({ except = [] }: Envelope, operation: string | null): boolean {
  return operation !== null && !except.includes(operation);
}

/** The operations that are sent to, so that their envelopes can be watched. */
export function envelopedReads(declared: Envelope, api: ApiModel): readonly Operation[] {
  return readingOf(api, ({ id }) => isEnveloped(declared, id));
}
