/** Tries candidates on recorded traffic alone, by the watching and following rules of families, without a server. */

import { familyOf } from '../families/index.ts';
import type { Declaration } from '../model/document/behaviour.ts';
import type { OpenApiDocument } from '../model/document/document.ts';
import type { Exchange } from '../model/exchange.ts';
import { bareService } from '../model/target.ts';
import type { Check } from '../run/report.ts';
import { everything } from '../run/selection.ts';
import { openJudge } from '../traffic/judge.ts';
import { exchangeOf, type Recorded } from '../traffic/recorded.ts';
import { type Supposed, supposing } from './document.ts';
import { answerIn, evidenceBy } from './played.ts';
import type { Trial } from './propose.ts';
import { type Tried, triedOf, type Verdict } from './trial.ts';

/** A recorded exchange, in both forms. */
type Pair = readonly [Recorded, Exchange];

/** A recording, and its service. */
export interface Traffic {
  readonly document: OpenApiDocument;
  /** The address in front of the document's paths. */
  readonly url: string;
  readonly recorded: readonly Recorded[];
}

/** The checks of some rules on traffic. */
async function judged(
  { url }: Traffic,
  { contract }: Supposed,
  rules: readonly string[],
  recorded: readonly Recorded[],
) {
  const [service = ''] = contract.services;
  const judge = await openJudge({
    service,
    contract,
    target: bareService(url),
    isStripped: true,
    selection: { ...everything, rules },
  });
  for (const one of recorded) judge.take(one);
  return judge.report().checks;
}

function verdictsOf({ rules }: Declaration, checks: readonly Check[]): readonly Verdict[] {
  return rules.map(({ id, aspect }): Verdict => {
    const own = checks.filter(({ rule }) => rule === id);
    const finding = own.flatMap(({ findings }) => findings)[0];
    if (finding !== undefined)
      return { aspect, verdict: 'broken', why: `expected ${finding.expected}, but ${finding.actual}` };
    if (own.some(({ verdict }) => verdict === 'pass')) return { aspect, verdict: 'holds', why: '' };
    const why = own[0]?.reasons[0]?.reason ?? 'the recorded requests do not show it';
    return { aspect, verdict: 'undecided', why, hint: 'try it on the server: --url URL' };
  });
}

/** The number of recorded exchanges that faulty servers are applied to, and of each operation's at least. */
const [MOST_PLAYED, LEAST_PLAYED] = [1_000, 50];

/** The first exchanges of a recording, with some of each operation. */
export function played<Of extends readonly [unknown, Pick<Exchange, 'call'>]>(pairs: readonly Of[]): readonly Of[] {
  const counts = new Map<string, number>();
  return pairs.filter(([, { call }], place) => {
    const operation = call.kind === 'http' ? (call.operation ?? '') : call.method;
    const count = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, count);
    return place < MOST_PLAYED || count <= LEAST_PLAYED;
  });
}

/** Applies the faulty servers of a declaration to the exchanges. */
function evidenceOf(traffic: Traffic, supposed: Supposed, declared: Declaration, pairs: readonly Pair[]) {
  const exchanges = pairs.map(([, exchange]) => exchange);
  return evidenceBy(declared, supposed.api, exchanges, async (id, { changed }) => {
    const passed = pairs.map(([recorded, exchange]) => answerIn(recorded, changed.get(exchange)));
    const checks = await judged(traffic, supposed, [id], passed);
    return checks.some(({ findings }) => findings.length > 0);
  });
}

/**
 * Tries candidates on traffic. Its requests were sent by others, so that no candidate is left out for being a write.
 */
export function recordedTrial(traffic: Traffic): Trial {
  const { document, recorded, url } = traffic;
  return {
    document,
    readOnly: false,
    async tryAll(accepted, candidates) {
      const supposed = supposing(document, [...accepted, ...candidates]);
      const own = await supposed.contract.service(supposed.api.service);
      const base = new URL(url);
      const pairs = recorded.flatMap((one): readonly Pair[] => {
        const exchange = exchangeOf(own, base, one);
        return exchange === null ? [] : [[one, exchange]];
      });
      const some = played(pairs);
      const declarations = [...candidates.keys()].map((index) => supposed.declarations.get(accepted.length + index));
      const rules = declarations.flatMap((declared) => declared?.rules.map(({ id }) => id) ?? []);
      const checks = await judged(traffic, supposed, rules, recorded);
      const tried: Tried[] = [];
      for (const declared of declarations) {
        const verdicts = declared === undefined ? [] : verdictsOf(declared, checks);
        const evidence = async () =>
          declared === undefined ? new Map() : evidenceOf(traffic, supposed, declared, some);
        tried.push(await triedOf(verdicts, evidence, declared && familyOf(declared)?.essential));
      }
      return { tried, exchanges: pairs.map(([, exchange]) => exchange), requests: 0, unreachable: null };
    },
  };
}
