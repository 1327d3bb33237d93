/** Requests with a choice in the header, in the query, or in both, and the judgements on their responses. */

import { broken, type Judgement, pass } from '../../core/judgement.ts';
import { type Choice, type Chooser, choosing, type Side } from '../../discovery/choices.ts';
import { type Exchange, outcomeText, successJson } from '../../model/exchange.ts';
import type { Input } from '../../model/input.ts';
import { excerpt } from '../../model/values/json.ts';
import { everyAt } from '../../model/values/pointer.ts';

/** What each side chooses; absent: nothing. */
export type Choices = Readonly<Partial<Record<Side, Choice>>>;

/** The input with other choices than its own. */
export function withChoices(input: Input, chooser: Chooser, choices: Choices): Input {
  const names = chooser.parts.flatMap(({ header, query }) => [header, query]);
  const rest = (values: Input['query']) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
  const [header, query] = [
    choosing(chooser, 'header', choices.header ?? []),
    choosing(chooser, 'query', choices.query ?? []),
  ];
  return {
    ...input,
    headers: { ...rest(input.headers), ...header.headers },
    query: { ...rest(input.query), ...query.query },
  };
}

/** What an input chooses in its headers, or in its query. */
export function choiceIn({ parts }: Chooser, { headers, query }: Input): Choice {
  return parts.map((part) => headers[part.header ?? ''] ?? query[part.query ?? '']);
}

/** A choice in a few words. */
export function shownChoice({ parts }: Chooser, choice: Choice): string {
  const named = parts.flatMap(({ query, header }, place) =>
    choice[place] === undefined ? [] : [`${query ?? header} ${choice[place]}`],
  );
  return named.join(', ');
}

/** Whether a response is about the choice; null if it does not show it. */
export function judgeShown({ parts, subject }: Chooser, choice: Choice, exchange: Exchange): Judgement | null {
  const json = successJson(exchange);
  let reported = 0;
  for (const [place, { shown }] of parts.entries()) {
    const expected = choice[place];
    if (shown === null || expected === undefined) continue;
    for (const { pointer, value } of everyAt(json, shown)) {
      reported += 1;
      if (String(value) === expected) continue;
      return broken({
        expected: `the ${subject} that was chosen: ${expected}`,
        actual: excerpt(value),
        pointer,
        exchange,
      });
    }
  }
  return reported > 0 ? pass : null;
}

/** A rejection because of the choice, not because of the caller or the time; a conflict may be with existing data. */
export function isRefusal({ outcome }: Exchange): boolean {
  return (
    outcome.kind === 'answer' &&
    outcome.status >= 400 &&
    outcome.status < 500 &&
    ![401, 403, 409, 429].includes(outcome.status)
  );
}

/**
 * Whether a request with two choices is rejected although the one in the header was accepted since.
 * @param again sends it with new values, so that a conflict by chance does not recur.
 */
export async function refusesBoth(both: Exchange, again: () => Promise<Exchange | undefined>): Promise<boolean> {
  const isConflict = (one: Exchange | undefined) => one?.outcome.kind === 'answer' && one.outcome.status === 409;
  return isRefusal(both) || (isConflict(both) && isConflict(await again()));
}

export function refusedChoice(expected: string, exchange: Exchange): Judgement {
  return broken({ expected, actual: outcomeText(exchange), about: expected, exchange });
}
