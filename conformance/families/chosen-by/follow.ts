/** Whether traffic shows an answer about something else than its request chose. */

import type { SuiteContext } from '../../core/context.ts';
import type { Follower, ReportAspect } from '../../core/family.ts';
import { broken, pass } from '../../core/judgement.ts';
import { type Choice, type Chooser, chooserOf } from '../../discovery/choices.ts';
import { type Exchange, isSuccess, outcomeText, queryOf } from '../../model/exchange.ts';
import type { ChosenBy } from './declared.ts';
import { isRefusal, judgeShown } from './send.ts';

function sent(value: string | null | undefined): string | undefined {
  return value === null || value === '' ? undefined : value;
}

/** What a request chooses, by side. */
function choicesIn({ parts }: Chooser, exchange: Exchange): Readonly<Record<'header' | 'query', Choice>> {
  const query = queryOf(exchange);
  const headers = new Map(Object.entries(exchange.headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    header: parts.map(({ header }) => sent(header === null ? undefined : headers.get(header.toLowerCase()))),
    query: parts.map((part) => sent(part.query === null ? undefined : query.get(part.query))),
  };
}

function judge(chooser: Chooser, exchange: Exchange, report: ReportAspect): void {
  const { header, query } = choicesIn(chooser, exchange);
  const [inHeader, inQuery] = [header, query].map((choice) => choice.some((value) => value !== undefined));
  if (inHeader !== true && inQuery !== true) {
    if (isRefusal(exchange)) report('required', pass);
    if (!isSuccess(exchange)) return;
    const expected = `a refusal, since no ${chooser.subject} is chosen`;
    report('required', broken({ expected, actual: outcomeText(exchange), about: 'none', exchange }));
    return;
  }
  // One part in the header and another in the query may be read as the two halves of one choice.
  const isMixed = header.some((value, place) => value === undefined && query[place] !== undefined);
  if (!isSuccess(exchange) || (inHeader === true && isMixed)) return;
  const judgement = judgeShown(chooser, inHeader === true ? header : query, exchange);
  const aspect = inHeader !== true ? 'in-query' : inQuery === true ? 'header-wins' : 'in-header';
  if (judgement !== null) report(aspect, judgement);
}

export function followChosenBy({ operation }: ChosenBy, { api }: SuiteContext): Follower {
  const chooser = chooserOf(api, operation);
  return ({ exchange }, report) => {
    const { call } = exchange;
    if (chooser === null || call.kind !== 'http' || call.operation !== operation || call.intent === 'invalid') return;
    judge(chooser, exchange, report);
  };
}
