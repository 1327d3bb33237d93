/** The hostile clients of `hostile.ts`, in a separate process. */
import { setTimeout as wait } from 'node:timers/promises';
import { behaviours, type Victim } from './behaviours.ts';

/** The options of the clients. */
export interface HostileOrder {
  readonly victim: Omit<Victim, 'count'>;
  readonly clients: number;
  /** Names of behaviours; empty for all of them. */
  readonly only: readonly string[];
}

/** Number of answers by status. */
export type HostileReport = Readonly<Record<number, number>>;

process.once('message', ({ victim, clients, only }: HostileOrder) => {
  const statuses: Record<number, number> = {};
  const count = (status: number) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const chosen = Object.entries(behaviours).filter(([name]) => only.length === 0 || only.includes(name));
  for (let client = 0; client < clients; client += 1) {
    const [, behaviour] = chosen[client % chosen.length] ?? [];
    if (behaviour !== undefined) void repeat(() => behaviour({ ...victim, count }));
  }
  process.on('message', () => process.send?.(statuses satisfies HostileReport));
});
process.on('disconnect', () => process.exit(0));

async function repeat(act: () => Promise<void>): Promise<void> {
  for (;;) {
    await act().catch(() => wait(20));
    await wait(1);
  }
}
