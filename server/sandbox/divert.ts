/** Routes each request to its world through the faults of that world, and records it in the world's journal. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Request, Response } from 'express';
import { type Diversion, sendRefusal } from '../http/index.ts';
import type { Http2Handler } from '../rpc/grpc.ts';
import type { Door } from './door.ts';
import { forward, readRequest, sendReply } from './faults/wire.ts';
import { isControl } from './guard.ts';
import { Tapped } from './journal/tap.ts';
import { isOfService } from './operations.ts';
import { rpcDiverting } from './rpc/divert.ts';
import { showTime } from './worlds/clock.ts';
import { CopiedWorld, MAIN, type World } from './worlds/world.ts';
import type { Worlds } from './worlds/worlds.ts';

/** Header that names the world of an RPC request: RPC paths are fixed and cannot contain it. */
export const WORLD_HEADER = 'x-sandbox-world';

const ADDRESS = /^\/worlds\/([^/?]+)(\/[^?]*|)((?:\?.*)?)$/;

/** @returns the world that an address names, and what follows it */
function addressed(whole: string): { readonly named: string | undefined; readonly url: string } {
  // Most paths name no world; the prefix test is faster than the regular expression.
  const [, named, path = '', query = ''] = (whole.startsWith('/worlds/') ? ADDRESS.exec(whole) : null) ?? [];
  return named === undefined ? { named, url: whole } : { named, url: `${path || '/'}${query}` };
}

/** The property of a request that holds its routing state: a map of requests would cost more garbage collection. */
const LED = Symbol('led');

type Seen = IncomingMessage & { [LED]?: Led | 'its own way' };

interface Led {
  readonly world: World | Refusal;
  /** Path and query, without the address of the world. */
  readonly url: string;
  /** The journal's recording of the exchange; undefined when the journal keeps nothing. */
  readonly tapped: Tapped | undefined;
}

export interface DivertOptions {
  readonly worlds: Worlds;
  readonly door: Door;
  /** Whether the control API requires a token. If it does, pages of any origin may use it. */
  readonly hasToken: boolean;
  /** The system clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** Called for errors of the sandbox itself. */
  readonly onFault: (error: unknown) => void;
}

export interface Diverting extends Diversion {
  /** The same for requests over HTTP/2. @param main answers the requests to `main` */
  rpc(main: Http2Handler): Http2Handler;
  /** Marks a request to `main` that came through the internal entrance, so that no fault is applied to it again. */
  passed(request: IncomingMessage): void;
}

function worldOf(worlds: Worlds, id: string): World | Refusal {
  try {
    return worlds.find(id);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

export function diverting({ worlds, door, hasToken, now, onFault }: DivertOptions): Diverting {
  const lead = (request: IncomingMessage, response: ServerResponse): Led | undefined => {
    const whole = request.url ?? '/';
    // A request to the control API belongs to no world.
    if (isControl(whole)) return undefined;
    const address = addressed(whole);
    const { url } = address;
    const named = address.named ?? request.headers[WORLD_HEADER];
    const isService = isOfService(url);
    if (typeof named !== 'string' && !isService) return undefined;
    const world = worldOf(worlds, typeof named === 'string' ? named : MAIN);
    if (world instanceof Refusal) return { world, url, tapped: undefined };
    const over = begin(world, response);
    const { journal, clock } = world;
    showTime(response, clock);
    if (journal.isOpen && isService && request.method !== 'OPTIONS') {
      return { world, url, tapped: new Tapped({ journal, clock: clock.now, url, request, response, over }) };
    }
    response.once('close', over);
    return { world, url, tapped: undefined };
  };

  const leadCall = ({ url: whole, headers }: Http2ServerRequest) => {
    const address = addressed(whole);
    const named = address.named ?? headers[WORLD_HEADER];
    return { world: worldOf(worlds, typeof named === 'string' ? named : MAIN), url: address.url };
  };

  const begin = (world: World, response: ServerResponse | Http2ServerResponse) => {
    world.busy += 1;
    world.held.add(response);
    return () => {
      world.held.delete(response);
      world.busy -= 1;
      world.usedAt = now();
    };
  };

  const throughFaults = async (
    { world, url, tapped }: Led & { world: World },
    request: Request,
    response: Response,
  ) => {
    const read = await readRequest(request, url);
    if (read === undefined) return sendRefusal(response, new Refusal(413, 'the body is too large'));
    const origin = await door.origin(world.id);
    const reply = await world.faults.answer(
      read,
      (passed) => forward(origin, door.agent, passed),
      (id) => tapped?.faults.push(id),
    );
    // The client may have gone away meanwhile.
    if (response.destroyed) return;
    const broken = sendReply(reply, response);
    if (tapped !== undefined) tapped.broken = broken;
  };

  const isFaulty = ({ faults }: World, url: string) => faults.size > 0 && isOfService(url);

  const answer = async (found: Led & { world: World }, request: Request, response: Response) => {
    const { world, url } = found;
    if (isFaulty(world, url) || !(world instanceof CopiedWorld)) return throughFaults(found, request, response);
    request.url = url;
    await world.http(request, response);
  };

  return {
    isFree: ({ url = '' }) => isControl(url),
    isOwn: ({ url = '' }) => !hasToken && isControl(url),
    see(request: Seen, response) {
      if (request[LED] === undefined) request[LED] = lead(request, response);
    },
    earOf({ [LED]: found }: Seen) {
      return typeof found === 'object' ? found.tapped : undefined;
    },
    urlOf({ [LED]: found }: Seen) {
      return typeof found === 'object' ? found.url : undefined;
    },
    handle(request: Request & Seen, response, next) {
      const found = request[LED];
      if (found === undefined || found === 'its own way') return next();
      const { world, url } = found;
      if (world instanceof Refusal) return sendRefusal(response, world);
      if (!(world instanceof CopiedWorld) && !isFaulty(world, url)) {
        request.url = url;
        return next();
      }
      answer({ ...found, world }, request, response).catch((error: unknown) => {
        if (!(error instanceof Refusal)) onFault(error);
        if (error instanceof Refusal && !response.headersSent) sendRefusal(response, error);
        else if (response.headersSent) response.destroy();
        else sendRefusal(response, new Refusal(502, 'the sandbox got no response from its services'));
      });
    },
    rpc: (main) => rpcDiverting({ door, lead: leadCall, begin, onFault }, main),
    passed(request: Seen) {
      request[LED] = 'its own way';
    },
  };
}
