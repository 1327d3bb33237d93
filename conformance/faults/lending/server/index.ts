/** A small correct lending server in memory, to put faults in front of. */

import { behind, type Fault, type Handler, jsonReply, type Request } from '../../../fault/proxy/reply.ts';
import { type Running, start } from '../../../fault/proxy/start.ts';
import { inputOracle } from '../../../generate/oracle.ts';
import { loadApi, loadLedger } from '../../../model/load.ts';
import { schemaJudge } from '../../../model/schemas.ts';
import type { Target } from '../../../target/target.ts';
import { type Choices, usual } from './choices.ts';
import { exampleData } from './data.ts';
import { answerHttp, type Shop } from './http.ts';
import { answerRpc } from './rpc.ts';

export interface LendingServer extends Running {
  /** What the suite is pointed at. */
  readonly target: Target;
}

/** What the server works with: the data of the examples, under the given choices. */
async function lendingShop(choices: Partial<Choices> = {}): Promise<Shop> {
  const api = await loadApi('lending', await loadLedger());
  const schemas = schemaJudge(api.document);
  const oracle = inputOracle(api.document, schemas);
  const all = { ...usual, ...choices };
  return { api, oracle, data: exampleData(api, all.precision), choices: all };
}

/** The handler of a correct server. */
function lendingHandler(shop: Shop): Handler {
  return (request: Request) =>
    answerHttp(shop, request) ?? answerRpc(shop, request) ?? jsonReply(404, { msg: 'there is no such path' });
}

/** The target of a server at the given origin. */
function lendingTarget(origin: string): Target {
  return {
    services: {
      lending: {
        url: `${origin}/lending`,
        rpc: { connect: origin },
        credentials: {},
        otherCredentials: {},
        expiredCredentials: {},
        known: {},
      },
    },
    allowInconclusive: [],
  };
}

/** Starts the server, with a fault in front of it. */
export async function startLending(
  options: { readonly choices?: Partial<Choices>; readonly fault?: Fault } = {},
): Promise<LendingServer> {
  const honest = lendingHandler(await lendingShop(options.choices));
  const { fault } = options;
  const running = await start(fault === undefined ? honest : behind(fault, honest));
  return { ...running, target: lendingTarget(running.origin) };
}
