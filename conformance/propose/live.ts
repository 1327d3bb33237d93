/**
 * Tries candidates, each by the check of its family against the server; a candidate that holds must also have been able
 * to fail.
 */

import type { Send } from '../core/context.ts';
import { actualText } from '../core/judgement.ts';
import { familyOf } from '../families/index.ts';
import type { OpenApiDocument } from '../model/document/document.ts';
import type { Exchange } from '../model/exchange.ts';
import type { ServiceTarget, SignIn } from '../model/target.ts';
import { Made } from '../run/clean-up.ts';
import { Ending } from '../run/ending.ts';
import { everything } from '../run/selection.ts';
import { openClient } from '../run/send/client.ts';
import { type Exercised, exercise } from '../run/service.ts';
import { type Proposed, supposing } from './document.ts';
import { evidenceFor } from './played.ts';
import type { Trial } from './propose.ts';
import { type Round, type Tried, triedOf, type Verdict } from './trial.ts';

/** The server, and how to send requests to it. */
export interface Session {
  readonly document: OpenApiDocument;
  readonly target: ServiceTarget;
  readonly signIn: SignIn;
  /** No request may create, change or remove data. */
  readonly readOnly: boolean;
  /** For one request, in milliseconds. */
  readonly timeoutMs: number;
  /** Ends the trials: what they created is still removed. Absent: they cannot be stopped. */
  readonly stop?: AbortSignal | undefined;
}

const LARGEST = 8 * 2 ** 20;

function limitsOf({ timeoutMs }: Session) {
  return { limits: { timeoutMs, maxBytes: LARGEST }, concurrency: 4, signal: undefined };
}

/** Sends the requests that the rules of some proposals need. */
async function exercised(session: Session, proposals: readonly Proposed[], chosen: ReadonlySet<number>) {
  const { document, target, signIn, readOnly } = session;
  const { contract, declarations } = supposing(document, proposals);
  const [service = ''] = contract.services;
  const rules = [...declarations].flatMap(([index, { rules: own }]) =>
    chosen.has(index) ? own.map(({ id }) => id) : [],
  );
  if (rules.length === 0) return { declarations, run: null };
  const run = await exercise({
    service,
    contract,
    target,
    signIn,
    readOnly,
    reproduce: false,
    keepTraces: true,
    seed: 1,
    fuzz: 0,
    ...limitsOf(session),
    ending: new Ending(undefined, session.stop),
    secrets: [],
    selection: { ...everything, rules },
    allows: () => false,
    notify: () => undefined,
  });
  return { declarations, run };
}

function verdictOf(id: string, { finished, unreachable }: Exercised): Omit<Verdict, 'aspect'> {
  if (unreachable !== null) return { verdict: 'undecided', why: unreachable };
  const all = finished.flatMap(({ judgements }) => (judgements.get(id) ?? []).map(({ judgement }) => judgement));
  const breach = all.flatMap((one) => ('breach' in one ? [one.breach] : []))[0];
  if (breach !== undefined) return { verdict: 'broken', why: `expected ${breach.expected}, but ${actualText(breach)}` };
  if (all.some(({ verdict }) => verdict === 'pass')) return { verdict: 'holds', why: '' };
  const open = all.flatMap((one) => ('reason' in one ? [one] : []))[0];
  const isForbidden = finished.some(({ forbidden, conversation }) => forbidden && conversation.rules.includes(id));
  if (isForbidden)
    return { verdict: 'undecided', why: 'it needs a request that changes data', hint: 'add --allow-writes' };
  return { verdict: 'undecided', why: open?.reason ?? 'no request tested it', hint: open?.hint };
}

/** The server for what faulty servers pass on beside the recorded requests. What is made there is removed at the end. */
function openServer(session: Session, { suite, target, leftOut }: Exercised) {
  const { readOnly } = session;
  const open = (ending?: Ending) => openClient(suite.api, target, null, { ...limitsOf(session), leftOut, ending });
  const client = open(new Ending(undefined, session.stop));
  const made = new Made(suite.api, leftOut);
  const reads = new Map<string, Promise<Exchange>>();
  let requests = 0;
  const send: Send = async (call) => {
    const isRead = call.kind === 'http' && call.method === 'GET';
    const key = isRead ? `${call.path} ${call.credentials}` : '';
    const known = reads.get(key);
    if (known !== undefined) return known;
    requests += 1;
    const sent = client.send(call);
    // An answer from before a change is not that from after it.
    if (isRead) reads.set(key, sent);
    else reads.clear();
    const exchange = await sent;
    made.note(exchange);
    return exchange;
  };
  return {
    readOnly,
    send,
    requests: () => requests,
    async close() {
      client.close();
      const other = open();
      if (!readOnly && suite.profile.isStrict === true) await made.takeAway(other);
      other.close();
    },
  };
}

/** Tries candidates, together with the proposals that were already accepted. */
async function tryAll(
  session: Session,
  accepted: readonly Proposed[],
  candidates: readonly Proposed[],
): Promise<Round> {
  const chosen = new Set(candidates.map((_, index) => accepted.length + index));
  const { declarations, run } = await exercised(session, [...accepted, ...candidates], chosen);
  const tried: Tried[] = [];
  const server = run === null ? null : openServer(session, run);
  try {
    for (const index of chosen) {
      const declared = declarations.get(index);
      if (declared === undefined || run === null || familyOf(declared) === undefined)
        tried.push({ outcome: 'undecided', why: 'it demands nothing', hint: undefined });
      else {
        const verdicts = declared.rules.map(({ id, aspect }) => ({ aspect, ...verdictOf(id, run) }));
        const { essential } = familyOf(declared) ?? {};
        tried.push(await triedOf(verdicts, () => evidenceFor(declared, run, server), essential));
      }
    }
  } finally {
    await server?.close();
  }
  session.stop?.throwIfAborted();
  return {
    tried,
    exchanges: run?.finished.flatMap(({ exchanges }) => exchanges) ?? [],
    requests: (run?.requests ?? 0) + (server?.requests() ?? 0),
    unreachable: run?.unreachable ?? null,
  };
}

/** Tries candidates on a server. */
export function liveTrial(session: Session): Trial {
  const { document, readOnly } = session;
  return { document, readOnly, tryAll: (accepted, candidates) => tryAll(session, accepted, candidates) };
}
