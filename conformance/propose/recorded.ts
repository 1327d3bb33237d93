/** Tries candidates on recorded traffic alone, by the watching and following rules of families, without a server. */

import type { Declaration } from '../model/document/behaviour.ts';
import type { OpenApiDocument } from '../model/document/document.ts';
import type { Exchange } from '../model/exchange.ts';
import { bareService } from '../model/target.ts';
import { everything } from '../run/selection.ts';
import { openJudge } from '../traffic/judge.ts';
import { exchangeOf, type Recorded } from '../traffic/recorded.ts';
import { type Supposed, supposing } from './document.ts';
import { answerIn, evidenceBy } from './played.ts';
import type { Trial } from './propose.ts';
import { type Tried, triedOf, type Verdict } from './trial.ts';

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
    ...{ service, contract, target: bareService(url), isStripped: true },
    selection: { ...everything, rules },
  });
  for (const one of recorded) judge.take(one);
  return judge.report().checks;
}

async function verdictsOf(traffic: Traffic, supposed: Supposed, { rules }: Declaration): Promise<readonly Verdict[]> {
  const checks = await judged(
    traffic,
    supposed,
    rules.map(({ id }) => id),
    traffic.recorded,
  );
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

/** Applies the faulty servers of a declaration to the traffic. */
async function evidenceOf(traffic: Traffic, supposed: Supposed, declared: Declaration) {
  const { contract, api } = supposed;
  const own = await contract.service(api.service);
  const base = new URL(traffic.url);
  const pairs = traffic.recorded.flatMap((recorded): readonly (readonly [Recorded, Exchange])[] => {
    const exchange = exchangeOf(own, base, recorded);
    return exchange === null ? [] : [[recorded, exchange]];
  });
  const exchanges = pairs.map(([, exchange]) => exchange);
  return evidenceBy(declared, api, exchanges, async (id, { changed }) => {
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
      const exchanges = recorded.flatMap((one) => exchangeOf(own, new URL(url), one) ?? []);
      const tried: Tried[] = [];
      for (const index of candidates.keys()) {
        const declared = supposed.declarations.get(accepted.length + index);
        const verdicts = declared === undefined ? [] : await verdictsOf(traffic, supposed, declared);
        tried.push(
          await triedOf(verdicts, async () =>
            declared === undefined ? new Map() : evidenceOf(traffic, supposed, declared),
          ),
        );
      }
      return { tried, exchanges, requests: 0, unreachable: null };
    },
  };
}
