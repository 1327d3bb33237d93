/**
 * Applies the faulty servers of a declaration to a recorded run, to see whether its check could have failed, and on
 * which answers.
 */

import type { Send } from '../core/context.ts';
import type { Mutant } from '../core/mutant.ts';
import type { KnownRule } from '../core/rule.ts';
import { familyOf, ruleIdOf } from '../families/index.ts';
import type { ApiModel } from '../model/document/api.ts';
import type { Declaration } from '../model/document/behaviour.ts';
import type { Call, Exchange } from '../model/exchange.ts';
import { sameJson } from '../model/values/json.ts';
import { mutationsAt } from '../mutation/language/at.ts';
import type { Reply, Request } from '../mutation/proxy/reply.ts';
import { judgeCase } from '../run/judge/judge.ts';
import { replay } from '../run/judge/replay.ts';
import { readBody } from '../run/send/body.ts';
import type { Exercised } from '../run/service.ts';
import type { Recorded } from '../traffic/recorded.ts';

/** The evidence that could have refuted an aspect. */
export interface Evidence {
  /** The number of answers that a faulty server would have changed so that the check fails. */
  readonly answers: number;
  /** The number of different answers among these. */
  readonly different: number;
  /** The faulty server. */
  readonly mutant: string;
}

/** The number of faulty servers that are tried for one aspect. */
const MOST_MUTANTS = 12;

/** Larger answers are not kept. */
const MOST_BYTES = 2 ** 26;

function requestOf({ url, method, headers, call, requestBody }: Exchange): Request {
  const { pathname, searchParams } = new URL(url);
  const sent = { ...headers, ...(call.kind === 'http' ? call.headers : {}) };
  const named = Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]);
  return { method, path: pathname, query: searchParams, headers: Object.fromEntries(named), body: requestBody ?? '' };
}

function addressOf({ method, path, query, body }: Request): string {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  return `${method} ${path}?${sorted} ${body}`;
}

function replyOf({ outcome }: Exchange): Reply {
  if (outcome.kind !== 'answer') return { kind: 'drop' };
  const { status, contentType, body, location, etag, addresses } = outcome;
  const headers = {
    ...addresses,
    ...(location === undefined ? {} : { location }),
    ...(etag === undefined ? {} : { etag }),
  };
  return { kind: 'reply', status, contentType, body: body.text, headers };
}

/** The exchange with another reply; unchanged where that is the same. */
function answered(exchange: Exchange, reply: Reply): Exchange {
  const { outcome } = exchange;
  if (reply.kind !== 'reply' || outcome.kind !== 'answer') return exchange;
  const { status, contentType, body, headers = {} } = reply;
  const before = replyOf(exchange);
  const isSameBody = status === outcome.status && body === outcome.body.text && contentType === outcome.contentType;
  if (isSameBody && before.kind === 'reply' && sameJson(headers, before.headers)) return exchange;
  const { location: _location, etag: _etag, addresses: _addresses, ...rest } = outcome;
  const { location, etag, ...addresses } = headers;
  return {
    ...exchange,
    outcome: {
      ...rest,
      status,
      contentType,
      addresses,
      ...(location === undefined ? {} : { location }),
      ...(etag === undefined ? {} : { etag }),
      body: isSameBody ? outcome.body : readBody(Buffer.from(body), undefined, MOST_BYTES),
    },
  };
}

/**
 * A recorded exchange, with the answer that a faulty server makes of it; unchanged where the server does not change it.
 */
export function answerIn(recorded: Recorded, changed: Exchange | undefined): Recorded {
  if (changed?.outcome.kind !== 'answer') return recorded;
  const { status, contentType, body } = changed.outcome;
  const { bytes: _, ...rest } = recorded;
  const answerHeaders =
    contentType === null ? recorded.answerHeaders : { ...recorded.answerHeaders, 'content-type': contentType };
  return { ...rest, status, body, answerHeaders };
}

/** A faulty server in front of a recording. */
export interface Faulty {
  /** The changed version of each exchange that it changes. */
  readonly changed: ReadonlyMap<Exchange, Exchange>;
  /** Applies the faulty server to another exchange. */
  readonly through: (exchange: Exchange) => Promise<Exchange>;
}

/** Applies a faulty server to recorded exchanges, in their order. */
async function inFront({ mutation }: Pick<Mutant, 'mutation'>, exchanges: readonly Exchange[]): Promise<Faulty> {
  const known = new Map(exchanges.map((exchange) => [addressOf(requestOf(exchange)), exchange]));
  const fault = mutation();
  const through = async (exchange: Exchange) => {
    const request = requestOf(exchange);
    const own = addressOf(request);
    // A request that was never sent has no recorded answer: the server behind gives the same answer as before.
    const reply = await fault(request, async (passed) => {
      const address = addressOf(passed);
      return replyOf(address === own ? exchange : (known.get(address) ?? exchange));
    });
    return answered(exchange, reply);
  };
  const changed = new Map<Exchange, Exchange>();
  for (const exchange of exchanges) {
    const other = await through(exchange);
    if (other !== exchange) changed.set(exchange, other);
  }
  return { changed, through };
}

const isBroken = ({ verdict }: { readonly verdict: string }) => verdict === 'broken' || verdict === 'warn';

/** The server behind a faulty one. */
export interface Behind {
  /** No request may create, change or remove data. */
  readonly readOnly: boolean;
  readonly send: Send;
}

/** The number of further requests of a conversation that goes another way than the recorded one. */
const MOST_OTHERS = 100;

/**
 * Answers further requests of all conversations through the faulty server: those that were recorded until the
 * conversation has changed data, and from then on what is sent.
 */
function answering(reads: readonly Exchange[], { changed, through }: Faulty, server: Behind | null) {
  const keyOf = (call: Call) => (call.kind === 'http' ? `${call.method} ${call.path} ${call.credentials}` : '');
  const known = Map.groupBy(reads, ({ call }) => keyOf(call));
  let count = 0;
  let isWritten = false;
  return async (call: Call): Promise<Exchange | null> => {
    count += 1;
    if (call.kind !== 'http' || count > MOST_OTHERS) return null;
    const isRead = call.method === 'GET';
    const [first] = isRead && !isWritten ? (known.get(keyOf(call)) ?? []) : [];
    if (first !== undefined) return { ...(changed.get(first) ?? first), call };
    if (server === null || (!isRead && server.readOnly)) return null;
    isWritten ||= !isRead;
    return through(await server.send(call));
  };
}

/** Whether a rule fails on a run with a faulty server. */
async function fallsOver(rule: KnownRule, { finished, suite }: Exercised, faulty: Faulty, server: Behind | null) {
  const { changed } = faulty;
  if (rule.watch !== undefined) {
    for (const exchange of changed.values()) if (rule.watch(exchange, suite).some(isBroken)) return true;
  }
  const reads = finished.flatMap(({ exchanges }) => exchanges).filter(({ method }) => method === 'GET');
  for (const { conversation, exchanges } of finished) {
    if (!conversation.rules.includes(rule.id)) continue;
    const seen = exchanges.map((exchange) => changed.get(exchange) ?? exchange);
    // Values that were found once for all cases are found again in the answers of the faulty server.
    const anew = { ...suite, found: new Map() };
    const again = await replay(conversation, seen, anew, answering(reads, faulty, server));
    const { judgements } = judgeCase(again, [rule], suite);
    if ((judgements.get(rule.id) ?? []).some(({ judgement }) => isBroken(judgement))) return true;
  }
  return false;
}

/** Whether one of some rules fails on a run with a faulty server in front of it. */
export async function isCaught(
  mutant: Mutant,
  run: Exercised,
  rules: readonly KnownRule[],
  server: Behind,
): Promise<boolean> {
  const exchanges = run.finished.flatMap((one) => one.exchanges);
  const faulty = await inFront(mutant, exchanges);
  if (faulty.changed.size === 0) return false;
  for (const rule of rules) if (await fallsOver(rule, run, faulty, server)) return true;
  return false;
}

/**
 * The evidence for each aspect of a declaration; none for an aspect that no faulty server breaks on the exchanges.
 *
 * @param isNoticed whether the rule with an id fails on what a faulty server makes of the exchanges.
 */
export async function evidenceBy(
  declared: Declaration,
  api: ApiModel,
  exchanges: readonly Exchange[],
  isNoticed: (id: string, faulty: Faulty) => Promise<boolean>,
): Promise<ReadonlyMap<string, Evidence>> {
  const found = new Map<string, Evidence>();
  const tried = new Map<string, number>();
  for (const mutant of familyOf(declared)?.mutants(declared, mutationsAt(api)) ?? []) {
    const { kills, target } = mutant;
    const id = ruleIdOf(declared, kills);
    const times = tried.get(kills) ?? 0;
    if (id === undefined || found.has(kills) || target !== undefined || times >= MOST_MUTANTS) continue;
    const faulty = await inFront(mutant, exchanges);
    const { changed } = faulty;
    if (changed.size === 0) continue;
    tried.set(kills, times + 1);
    if (!(await isNoticed(id, faulty))) continue;
    const bodies = [...changed.keys()].map(({ outcome }) => (outcome.kind === 'answer' ? outcome.body.text : ''));
    found.set(kills, { answers: changed.size, different: new Set(bodies).size, mutant: mutant.id });
  }
  return found;
}

/**
 * The evidence in a run.
 *
 * @param server answers what a conversation sends beside its recorded requests; null where there is none.
 */
export function evidenceFor(
  declared: Declaration,
  run: Exercised,
  server: Behind | null,
): Promise<ReadonlyMap<string, Evidence>> {
  const { suite, finished, rules } = run;
  const exchanges = finished.flatMap((one) => one.exchanges);
  return evidenceBy(declared, suite.api, exchanges, async (id, faulty) => {
    const rule = rules.find((one) => one.id === id);
    return rule !== undefined && fallsOver(rule, run, faulty, server);
  });
}
