/** Handlers of the control API for worlds, clocks, faults and journals. */
import { setImmediate } from 'node:timers/promises';
import type { Exchange, Handlers, World as Shown, Snapshot } from '@wallet-services/contract/sandbox';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Service } from '../service.ts';
import { type Clock, isoTime } from '../values/index.ts';
import { BOUNDS } from './bounds.ts';
import { WORLD_HEADER } from './divert.ts';
import { MOST_FAULTS } from './faults/fault-set.ts';
import { loadCatalogue } from './faults/suite.ts';
import type { Streams } from './journal/events.ts';
import type { JournalRoom } from './journal/journal.ts';
import { openJudge } from './journal/judge.ts';
import type { KeptExchange } from './journal/kept.ts';
import { filtered, type Judge, shownExchange } from './journal/shown.ts';
import { verified } from './journal/verify.ts';
import type { StateHandlers } from './state/handlers.ts';
import { durationText } from './values.ts';
import type { Copies, Kept } from './worlds/copies.ts';
import { MAIN, type World } from './worlds/world.ts';
import type { Worlds } from './worlds/worlds.ts';

export interface ControlContext {
  readonly worlds: Worlds;
  readonly copies: Copies;
  readonly room: JournalRoom;
  /** The event streams of clients that watch journals. */
  readonly streams: Streams;
  readonly savesMain: boolean;
  readonly token: string | undefined;
  /** The system clock. */
  readonly clock: Clock;
  readonly services: readonly Service[];
  /** URL scheme of the payment links. */
  readonly scheme: string;
  readonly listening: () => { readonly httpUrl: string; readonly rpcUrl: string };
  readonly onFault: (error: unknown) => void;
}

const ok = <Data>(data: Data) => ({ status: 200 as const, body: { data } });

export function controlHandlers(context: ControlContext): Omit<Handlers, keyof StateHandlers> {
  const { worlds, copies, room } = context;
  const shown = (world: World) => ok(shownWorld(world, context));
  let opened: Promise<Judge> | undefined;
  const judge = (): Promise<Judge> => {
    opened ??= openJudge().then(remembering);
    return opened;
  };

  return {
    async readAbout() {
      const { savesMain, token, services } = context;
      return ok({
        saves_main: savesMain,
        token: token !== undefined,
        bounds: {
          worlds: BOUNDS.worlds,
          snapshots: BOUNDS.snapshots,
          faults: MOST_FAULTS,
          journal_bytes: room.limit,
        },
        journal_bytes: room.bytes,
        services: services.map(({ name }) => name),
      });
    },
    async listWorlds() {
      await worlds.removeIdle();
      return ok(worlds.all.map((world) => shownWorld(world, context)));
    },
    createWorld: async ({ body }) => shown(await worlds.create(body ?? {})),
    readWorld: async ({ path }) => shown(worlds.find(path.world_id)),
    async deleteWorld({ path }) {
      await worlds.remove(path.world_id);
      return ok({ removed: 1 });
    },
    restoreWorld: async ({ path, body }) => shown(await worlds.restore(path.world_id, body?.snapshot)),

    listSnapshots: async () => ok(copies.snapshots.map(shownSnapshot)),
    async saveSnapshot({ path }) {
      const world = worlds.find(path.world_id);
      if (world.id === MAIN && !context.savesMain) {
        throw new Refusal(409, 'the data of main cannot be saved as a snapshot: it is in PostgreSQL', {
          hint: 'save a world, or start without --data postgres://...',
        });
      }
      return ok(shownSnapshot(await copies.save(path.snapshot, world.store(), world.clock.now())));
    },
    async deleteSnapshot({ path }) {
      await copies.remove(copies.snapshot(path.snapshot).name);
      return ok({ removed: 1 });
    },

    readClock: async ({ path }) => ok(worlds.find(path.world_id).clock.state),
    async changeClock({ path, body }) {
      const { clock } = worlds.find(path.world_id);
      clock.change(body);
      return ok(clock.state);
    },

    async listNamedFaults({ query: { service, operation, search = '' } }) {
      const words = search.toLowerCase().split(/\s+/);
      const found = (await loadCatalogue()).filter(
        (one) =>
          (service === undefined || one.service === service) &&
          (operation === undefined || one.operation === operation || one.rule.split('.').includes(operation)) &&
          words.every((word) => one.name.toLowerCase().includes(word)),
      );
      return ok(
        found.map(({ service: of, name, rule, text, operation: at }) => ({
          service: of,
          name,
          rule,
          ...(text === undefined ? {} : { text }),
          ...(at === undefined ? {} : { operation: at }),
        })),
      );
    },
    listFaults: async ({ path, query: { after, limit = MOST_FAULTS } }) =>
      ok(worlds.find(path.world_id).faults.list({ after, limit })),
    createFault: async ({ path, body }) => ok(await worlds.find(path.world_id).faults.add(body)),
    deleteFaults: async ({ path }) => ok({ removed: worlds.find(path.world_id).faults.clear() }),
    async deleteFault({ path }) {
      worlds.find(path.world_id).faults.remove(path.fault_id);
      return ok({ removed: 1 });
    },

    async listExchanges({ path, query: { limit = 100, ...filter } }) {
      const { journal } = worlds.find(path.world_id);
      const judged = await judge();
      const shown: Exchange[] = [];
      for (const entry of filtered(journal.exchanges, filter).take(limit)) {
        shown.push(shownExchange(entry, judged));
        // Judging a thousand exchanges takes seconds; other requests are answered in between.
        await setImmediate();
      }
      return ok(shown);
    },
    deleteExchanges: async ({ path }) => ok({ removed: worlds.find(path.world_id).journal.clear() }),
    verifyCalls: async ({ path, body }) => ok(verified(worlds.find(path.world_id).journal.exchanges, body)),
  };
}

/** Caches the results: an exchange is judged once. */
function remembering(judge: Judge): Judge {
  const known = new WeakMap<KeptExchange, ReturnType<Judge>>();
  return (entry) => {
    const findings = known.get(entry.exchange) ?? judge(entry);
    known.set(entry.exchange, findings);
    return findings;
  };
}

function shownWorld(world: World, { listening, services }: ControlContext): Shown {
  const { id, name, createdAt, usedAt, idleTimeout, clock, faults, journal } = world;
  const { httpUrl, rpcUrl } = listening();
  const url = id === MAIN ? httpUrl : `${httpUrl}/worlds/${id}`;
  return {
    id,
    ...(name === undefined ? {} : { name }),
    url,
    services: Object.fromEntries(services.map(({ name: service, base }) => [service, `${url}${base}`])),
    wallet_url: `${url}/wallet`,
    rpc_url: rpcUrl,
    headers: { [WORLD_HEADER]: id },
    created_at: isoTime(createdAt),
    used_at: isoTime(usedAt),
    ...(idleTimeout === undefined ? {} : { idle_timeout: durationText(idleTimeout) }),
    clock: clock.state,
    faults: faults.size,
    exchanges: journal.size,
  };
}

function shownSnapshot({ name, createdAt, worldTime, bytes }: Kept): Snapshot {
  return { name, created_at: isoTime(createdAt), world_time: isoTime(worldTime), bytes };
}
