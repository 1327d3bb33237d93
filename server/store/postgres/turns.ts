/** Lets one at a time go on with a subject, in the order they came. */

export interface Turns {
  /** Resolves when it is one's turn: with what ends it, which may be called more than once. */
  enter(subject: string): Promise<() => void>;
}

export function turnTaking(): Turns {
  const last = new Map<string, Promise<void>>();
  return {
    async enter(subject) {
      const before = last.get(subject);
      const { promise, resolve } = Promise.withResolvers<void>();
      last.set(subject, promise);
      await before;
      return () => {
        resolve();
        if (last.get(subject) === promise) last.delete(subject);
      };
    },
  };
}
