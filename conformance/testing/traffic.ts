/** Traffic with a small API, for tests of its judges. */

import { bareService } from '../model/target.ts';
import { type Contract, contractOf } from '../run/contract.ts';
import type { Verdict } from '../run/report.ts';
import { readBody } from '../run/send/body.ts';
import { openJudge } from '../traffic/judge.ts';
import type { Recorded } from '../traffic/recorded.ts';
import { DEMANDED, type SmallApi, smallDocument } from './api.ts';

const BASE = 'http://127.0.0.1:9/api';

/** An exchange: `GET /books?limit=2`, and its answer. */
export interface Passed {
  readonly request: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sent?: unknown;
  readonly status?: number;
  readonly answer: unknown;
  /** The exact text of the answer, in place of `answer`. */
  readonly text?: string;
  /** The media type of the answer. Default: JSON. */
  readonly type?: string;
  /** How many milliseconds it took. Default: less than there are between exchanges. */
  readonly took?: number;
}

/** Items, repeated. */
export const times = <Item>(count: number, items: readonly Item[]) => Array.from({ length: count }, () => items).flat();

/** An exchange at a given time, in milliseconds. */
function recorded(
  {
    request,
    headers = {},
    sent,
    status = 200,
    answer,
    text = JSON.stringify(answer),
    type = 'application/json',
    took = 0.5,
  }: Passed,
  at: number,
): Recorded {
  const [method = '', path = ''] = request.split(' ');
  return {
    method,
    url: `${BASE}${path}`,
    status,
    began: at - took,
    at,
    headers: { ...headers, ...(sent === undefined ? {} : { 'content-type': 'application/json' }) },
    requestBody: sent === undefined ? null : JSON.stringify(sent),
    answerHeaders: { 'content-type': type },
    body: readBody(Buffer.from(text), undefined, 2 ** 20),
  };
}

/** The beginning of traffic, in milliseconds since the epoch. */
const BEGINNING = 1_763_690_400_000;

/** Contracts by their API: compiling the schemas of one takes longer than judging its traffic. */
const contracts = new WeakMap<SmallApi, Contract>();

/** Judges traffic, one exchange after the other. @param apart milliseconds between them. */
export async function judgedTraffic(api: SmallApi, passed: readonly Passed[], isStripped = false, apart = 10) {
  const contract = contracts.get(api) ?? contractOf(smallDocument(api));
  contracts.set(api, contract);
  const [service = ''] = contract.services;
  const judge = await openJudge({ service, contract, target: bareService(BASE), isStripped });
  const reported = passed.flatMap((one, index) => judge.take(recorded(one, BEGINNING + apart * index))?.findings ?? []);
  return { reported, report: judge.report() };
}

/** Verdicts by the aspect of a declaration. */
export type Verdicts = Readonly<Record<string, Verdict>>;

/** The verdicts that traffic decides on the declarations of an API. */
export async function verdictsOn(
  api: SmallApi,
  passed: readonly Passed[],
  isStripped = false,
  apart = 10,
): Promise<Verdicts> {
  const { report } = await judgedTraffic(api, passed, isStripped, apart);
  const decided = report.checks.filter(({ rule, verdict }) => rule.startsWith(DEMANDED) && verdict !== 'unsupported');
  return Object.fromEntries(decided.map(({ rule, verdict }) => [rule.slice(DEMANDED.length), verdict]));
}
