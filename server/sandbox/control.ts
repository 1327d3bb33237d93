/** Opens the sandbox of a server: its worlds, clocks, faults and journals, and the API that controls them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { IRouter } from 'express';
import { sendRefusal } from '../http/index.ts';
import type { Service, Store } from '../service.ts';
import type { Stack } from '../stack.ts';
import type { Clock } from '../values/index.ts';
import { BOUNDS } from './bounds.ts';
import { type Diverting, diverting } from './divert.ts';
import { Door } from './door.ts';
import { FaultSet } from './faults/fault-set.ts';
import { guardWith, SANDBOX_BASE } from './guard.ts';
import { Streams } from './journal/events.ts';
import { JournalRoom } from './journal/journal.ts';
import type { WorldClock } from './worlds/clock.ts';
import { Copies } from './worlds/copies.ts';
import { MAIN, type WorldSettings } from './worlds/world.ts';
import { Worlds } from './worlds/worlds.ts';

export interface ControlOptions extends WorldSettings {
  /** Every service, started or not: each has tables in a world's database. */
  readonly every: readonly Service[];
  readonly seed: number | undefined;
  /** The system clock; `mainClock` is the clock that the services at the root follow. */
  readonly clock: Clock;
  readonly mainClock: WorldClock;
  readonly mainStore: Store;
  readonly mainStack: Stack;
  /** Whether `main` can be saved as a snapshot: only the embedded database can be copied. */
  readonly savesMain: boolean;
  /** Whether the journals keep exchanges. */
  readonly keepsJournal: boolean;
  /** Access token of the control API. Without a token, only local programs have access. */
  readonly token: string | undefined;
  /** Answers a request to `main` that arrived at the internal entrance (`Door`). */
  readonly main: () => (request: IncomingMessage, response: ServerResponse) => void;
  /** Addresses that the server listens at. Call it only after the server has started. */
  readonly listening: () => { readonly httpUrl: string; readonly rpcUrl: string };
}

/** The running control API. */
export interface Control {
  readonly diverting: Diverting;
  /** Serves the control API at `/sandbox`. */
  mount(app: IRouter): void;
  /** Ends the event streams of clients that watch a journal: these streams do not end by themselves. */
  endStreams(): void;
  close(): Promise<void>;
}

export function openControl(options: ControlOptions): Control {
  const { every, seed, clock, mainClock, mainStore, mainStack, savesMain, keepsJournal, token, main, ...rest } =
    options;
  const { listening, ...settings } = rest;
  const room = new JournalRoom(keepsJournal ? BOUNDS.journalBytes : 0);
  const copies = new Copies({ every, services: settings.services, seed, clock, most: BOUNDS.snapshots });
  const onFault = (error: unknown) => settings.log.error({ err: error }, 'the sandbox failed');
  const door = new Door((id, request, response) => {
    const fail = (error: unknown) => {
      if (error instanceof Refusal) return sendRefusal(response, error);
      onFault(error);
      response.destroy();
    };
    if (id === MAIN) {
      found.passed(request);
      main()(request, response);
      return;
    }
    try {
      worlds.copied(id).http(request, response).catch(fail);
    } catch (error) {
      fail(error);
    }
  });
  const worlds = new Worlds({
    main: {
      id: MAIN,
      name: undefined,
      createdAt: clock(),
      usedAt: clock(),
      idleTimeout: undefined,
      clock: mainClock,
      faults: new FaultSet(),
      journal: room.open(),
      busy: 0,
      held: new Set(),
      store: () => mainStore,
      stack: async () => mainStack,
    },
    settings,
    copies,
    room,
    clock,
    most: BOUNDS.worlds,
    sandboxUrl: async (id) => `${await door.origin(id)}/wallet`,
  });
  const streams = new Streams();
  const found = diverting({ worlds, door, hasToken: token !== undefined, now: clock, onFault });
  return {
    diverting: found,
    mount(app) {
      // Loaded at the first request, so that servers that never use it start faster.
      let mounted: Promise<(request: IncomingMessage, response: ServerResponse) => void> | undefined;
      const admit = guardWith(token, clock);
      // A single middleware, because every request to a service passes all middlewares that are mounted before it.
      app.use(SANDBOX_BASE, (request, response, next) => {
        try {
          admit(request, request.socket.remoteAddress ?? '');
        } catch (error) {
          return next(error);
        }
        mounted ??= import('./app.ts').then(({ controlApp }) =>
          controlApp({ ...settings, worlds, copies, room, streams, savesMain, token, clock, listening, onFault }),
        );
        mounted.then((handler) => handler(request, response), next);
      });
    },
    endStreams: () => streams.close(),
    async close() {
      await worlds.close();
      await Promise.all([copies.close(), door.close()]);
    },
  };
}

/** Answers each request to the control API with the reason why it is not available. */
export function mountNoControl(app: IRouter, refusal: Refusal): void {
  app.use(SANDBOX_BASE, (_request, response) => sendRefusal(response, refusal));
}
