/** Serializes the writers of a subject within this process, in the order in which they came. */

export interface Turns {
  /** Resolves with a function that ends the turn, which may be called more than once. */
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
