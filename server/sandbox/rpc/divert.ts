/** Routes calls over HTTP/2 to their worlds through the faults of those, and records them in the journals. */
import { constants, type Http2ServerRequest, type Http2ServerResponse, type Http2Session } from 'node:http2';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Http2Handler } from '../../rpc/grpc.ts';
import type { Door } from '../door.ts';
import { forward, readBytes, readRequest, sendReply } from '../faults/wire.ts';
import { Tapped } from '../journal/tap.ts';
import { showTime } from '../worlds/clock.ts';
import { CopiedWorld, type World } from '../worlds/world.ts';
import { sendGrpc } from './answer.ts';
import { type CalledMethod, methodAt } from './methods.ts';
import { toConnect } from './translate.ts';

export interface RpcDivertOptions {
  readonly door: Door;
  /** Finds the world of a call, and its path without the address of the world. */
  readonly lead: (request: Http2ServerRequest) => { readonly world: World | Refusal; readonly url: string };
  /** Called when a call begins. @returns a function to call when it ends */
  readonly begin: (world: World, response: Http2ServerResponse) => () => void;
  readonly onFault: (error: unknown) => void;
}

const GRPC = /^application\/grpc(?:\+proto)?\s*(?:;|$)/i;

interface Call {
  readonly world: World;
  readonly url: string;
  readonly method: CalledMethod;
  readonly tapped: Tapped;
  readonly request: Http2ServerRequest;
  readonly response: Http2ServerResponse;
}

/** @param main answers the calls to `main` */
export function rpcDiverting({ door, lead, begin, onFault }: RpcDivertOptions, main: Http2Handler): Http2Handler {
  /** The worlds with calls on a connection. */
  const carried = new WeakMap<Http2Session, Set<World>>();

  const lose = ({ world, response: { stream } }: Call) => {
    const { session } = stream;
    const several = session === undefined || [...(carried.get(session) ?? [])].some((other) => other !== world);
    // When calls of other worlds share the connection, only this call is ended.
    if (several) stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    else session.destroy();
  };

  const throughFaults = async (call: Call) => {
    const { world, url, method, tapped, request, response } = call;
    const origin = await door.origin(world.id);
    const happened = (id: string) => tapped.faults.push(id);
    const next = (passed: Parameters<typeof forward>[2]) => forward(origin, door.agent, passed);
    const { 'content-type': type = '' } = request.headers;
    if (!GRPC.test(type)) {
      const read = await readRequest(request, url);
      if (read === undefined) return refuse(response, new Refusal(413, 'the body is too large'));
      const reply = await world.faults.answer(read, next, happened);
      if (response.stream.destroyed) return;
      const isBroken = reply.kind === 'drop' || reply.kind === 'garbage';
      tapped.broken = isBroken ? 'closed without a response' : sendReply(reply, response);
      if (isBroken) lose(call);
      return;
    }
    const body = await readBytes(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]),
    );
    const requested = body === undefined ? undefined : toConnect({ path: url, headers, body }, method.descriptor);
    if (requested === undefined) return refuse(response, new Refusal(400, 'the message cannot be read'));
    const reply = await world.faults.answer(requested, next, happened);
    if (response.stream.destroyed) return;
    tapped.broken = sendGrpc(reply, method.descriptor, response, () => lose(call));
  };

  const answer = async (world: World, url: string, request: Http2ServerRequest, response: Http2ServerResponse) => {
    const method = methodAt(url);
    const over = begin(world, response);
    showTime(response, world.clock);
    if (method === undefined) response.once('close', over);
    else {
      const tapped = new Tapped({ journal: world.journal, clock: world.clock.now, url, request, response, over });
      const { session } = request.stream;
      if (session !== undefined) carried.set(session, (carried.get(session) ?? new Set()).add(world));
      if (world.faults.size > 0) return throughFaults({ world, url, method, tapped, request, response });
    }
    request.url = url;
    if (world instanceof CopiedWorld) await world.rpc(request, response);
    else main(request, response);
  };

  return (request, response) => {
    const { world, url } = lead(request);
    if (world instanceof Refusal) return refuse(response, world);
    answer(world, url, request, response).catch((error: unknown) => {
      if (error instanceof Refusal && !response.headersSent) return refuse(response, error);
      onFault(error);
      response.stream.destroy();
    });
  };
}

function refuse(response: Http2ServerResponse, { status, body, headers }: Refusal): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
