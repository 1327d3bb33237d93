/** Operations that are not there yet. */
import type { Operation } from './operation.ts';
import type { Reply } from './reply.ts';

/** Thrown by the handler of an operation that is not there yet. */
export class NotImplemented extends Error {
  override readonly name = 'NotImplemented';

  constructor() {
    super('not implemented yet');
  }

  replyFor({ id }: Operation): Reply {
    const error = { code: 501, msg: `${id} is not implemented yet` };
    return { status: 501, headers: undefined, content: JSON.stringify(error), error };
  }
}

/** The handler of an operation that is not there yet: it answers 501. */
export function notImplementedYet(): never {
  throw new NotImplemented();
}

/**
 * Handlers for every operation of a service that answer 501, to begin with: spread them before the handlers that are there.
 * What is left is listed when the service is mounted.
 */
export function notImplementedHandlers<Id extends string>(
  operations: Readonly<Record<Id, Operation>>,
): Readonly<Record<Id, () => never>> {
  const handlers: Partial<Record<Id, () => never>> = {};
  for (const id of Object.keys(operations) as Id[]) handlers[id] = notImplementedYet;
  return handlers as Record<Id, () => never>;
}
