/** Operations that are not implemented yet. */
import type { Operation } from './operation.ts';
import type { Reply } from './reply.ts';

/** Thrown by the handler of an operation that is not implemented yet. */
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

/** The handler of an operation that is not implemented yet: it answers 501. */
export function notImplementedYet(): never {
  throw new NotImplemented();
}

/**
 * Handlers for every operation of a service that answer 501, as a starting point: spread them before the implemented
 * handlers. The remaining ones are listed when the service is mounted.
 */
export function notImplementedHandlers<Id extends string>(
  operations: Readonly<Record<Id, Operation>>,
): Readonly<Record<Id, () => never>> {
  const handlers: Partial<Record<Id, () => never>> = {};
  for (const id of Object.keys(operations) as Id[]) handlers[id] = notImplementedYet;
  return handlers as Record<Id, () => never>;
}
