/** Sends short messages between the processes on one database, such as "turn 17 was processed". */

/** Sends messages by topic, and receives them, including its own. */
export interface Signals {
  /** @param payload at most 1,000 characters */
  send(topic: string, payload: string): Promise<void>;
  /** Messages may be lost while the database is unreachable, so a waiting process must also poll. */
  on(topic: string, heard: (payload: string) => void): void;
}

/** Signals within this process. */
export function localSignals(): Signals {
  const listeners = new Map<string, ((payload: string) => void)[]>();
  return {
    async send(topic, payload) {
      for (const heard of listeners.get(topic) ?? []) heard(payload);
    },
    on(topic, heard) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), heard]);
    },
  };
}
