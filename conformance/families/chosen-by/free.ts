/** Requests that may choose freely: lists, and creations. */

import type { CheckContext } from '../../core/context.ts';
import type { ReportAspect } from '../../core/family.ts';
import { blockedBy, broken, inconclusive, pass } from '../../core/judgement.ts';
import { type Choice, type Chooser, choiceHint, choicesFor, type Side } from '../../discovery/choices.ts';
import { firstChoice, ownChoice } from '../../discovery/chosen.ts';
import { pagedListOf } from '../../discovery/pages.ts';
import { inPath } from '../../discovery/paths.ts';
import { send } from '../../discovery/send.ts';
import { freshText } from '../../discovery/texts.ts';
import { freshInput } from '../../discovery/things.ts';
import { exampleInput } from '../../generate/inputs.ts';
import { type ApiModel, operationOf } from '../../model/document/api.ts';
import { declaredOf } from '../../model/document/lists.ts';
import { type Exchange, isSuccess, outcomeText, successJson } from '../../model/exchange.ts';
import type { Input } from '../../model/input.ts';
import { everyAt } from '../../model/values/pointer.ts';
import { isSick } from '../access/refusals.ts';
import { type Choices, isRefusal, judgeShown, refusedChoice, refusesBoth, shownChoice, withChoices } from './send.ts';

const sides = ['header', 'query'] as const;

const aspects: Readonly<Record<Side, string>> = { header: 'in-header', query: 'in-query' };

/** A choice that was tried by itself on each side. */
interface Tried {
  readonly choice: Choice;
  readonly bySide: ReadonlyMap<Side, Exchange>;
}

/** Sends a request of the operation, with everything new except the choice. @param query further query parameters. */
type Send = (label: string, choices: Choices, query?: Input['query']) => Promise<Exchange>;

async function sender(ctx: CheckContext, chooser: Chooser): Promise<Send> {
  const operation = operationOf(ctx.suite.api, chooser.operation);
  return async (label, choices, query = {}) => {
    const input = await freshInput(ctx, operation.id, { name: `${operation.id}, ${label}` });
    if (input === null) throw new Error(`${operation.id} has no path, and yet nothing to be asked with`);
    const chosen = withChoices(input, chooser, choices);
    const whole = { ...chosen, query: { ...chosen.query, ...query } };
    return send(ctx, operation, whole, label);
  };
}

/** The operation that creates the listed items; undefined if none is declared. */
function makerFor(api: ApiModel, { operation }: Chooser): string | undefined {
  return declaredOf(api, 'read-back').find(({ lists }) => lists?.includes(operation))?.operation;
}

/** Puts something into the list of a choice that holds nothing yet. */
async function fill(ctx: CheckContext, chooser: Chooser, choice: Choice): Promise<void> {
  const { api } = ctx.suite;
  const id = makerFor(api, chooser);
  if (id === undefined || ctx.suite.readOnly === true) return;
  const input = await freshInput(ctx, id, { name: `${chooser.operation}, ${choice.join(' ')}` });
  if (input === null) return;
  const own = await ownChoice(ctx, { ...chooser, operation: id }, choice, `${id}, ${choice[0]}`);
  await send(ctx, id, withChoices(input, chooser, { header: own }), 'something to list');
}

async function tried(ctx: CheckContext, chooser: Chooser, send: Send, choice: Choice): Promise<Tried> {
  const bySide = new Map<Side, Exchange>();
  for (const side of sides) {
    if (chooser.parts.every((part) => part[side] === null)) continue;
    const label = `${shownChoice(chooser, choice)} in the ${side}`;
    let exchange = await send(label, { [side]: choice });
    if (isSuccess(exchange) && judgeShown(chooser, choice, exchange) === null) {
      await fill(ctx, chooser, choice);
      const isShown = (one: Exchange) => judgeShown(chooser, choice, one) !== null;
      exchange = await ctx.until(() => send(label, { [side]: choice }), isShown);
    }
    bySide.set(side, exchange);
  }
  return { choice, bySide };
}

/** The judgement on a choice in one place, compared with the same choice in the other. */
function judgeAlone(chooser: Chooser, { choice, bySide }: Tried, side: Side, report: ReportAspect): void {
  const exchange = bySide.get(side);
  if (exchange === undefined) return;
  const other = bySide.get(side === 'header' ? 'query' : 'header');
  const shown = judgeShown(chooser, choice, exchange);
  if (isSuccess(exchange)) {
    if (shown !== null) report(aspects[side], shown);
    else if (other !== undefined && judgeShown(chooser, choice, other)?.verdict === 'pass') {
      const expected = `the same as for this choice on the other side: ${shownChoice(chooser, choice)}`;
      report(aspects[side], broken({ expected, actual: 'nothing', about: 'nothing', exchange }));
    }
  } else if (isRefusal(exchange) && other !== undefined && isSuccess(other)) {
    const expected = `the ${chooser.subject} chosen in the ${side}, since the same choice is accepted on the other side`;
    report(aspects[side], refusedChoice(expected, exchange));
  } else if (isSick(exchange)) report(aspects[side], blockedBy(exchange));
}

async function judgeBoth(
  ctx: CheckContext,
  chooser: Chooser,
  send: Send,
  [one, other]: readonly [Choice, Choice],
  report: ReportAspect,
  { beside = {}, isFilled = false }: { readonly beside?: Input['query']; readonly isFilled?: boolean } = {},
) {
  const label = `${shownChoice(chooser, one)} in the header, ${shownChoice(chooser, other)} in the query`;
  const sendBoth = (name: string) => send(name, { header: one, query: other }, beside);
  const isDecided = (answer: Exchange) => !isSuccess(answer) || judgeShown(chooser, one, answer) !== null;
  const exchange = await ctx.until(() => sendBoth(label), isDecided);
  if (isSuccess(exchange)) {
    const shown = judgeShown(chooser, one, exchange);
    const expected = `what the header chooses: ${shownChoice(chooser, one)}`;
    if (shown !== null) report('header-wins', shown);
    else if (isFilled) report('header-wins', broken({ expected, actual: 'nothing', about: 'nothing', exchange }));
    return;
  }
  if (isSick(exchange)) return report('header-wins', blockedBy(exchange));
  // A value that was accepted before may be rejected by now.
  const again = await send(`${shownChoice(chooser, one)} in the header, once more`, { header: one }, beside);
  if (isSuccess(again) && (await refusesBoth(exchange, () => sendBoth(`${label}, again`)))) {
    const expected = `the ${chooser.subject} that the header chooses: it wins over the query`;
    report('header-wins', refusedChoice(expected, exchange));
  }
}

/** A list by the parts that its items show, too; and by a header for which there is nothing, whatever the query chooses. */
async function judgeShownParts(
  ctx: CheckContext,
  chooser: Chooser,
  send: Send,
  usable: readonly [Tried, Tried],
  report: ReportAspect,
): Promise<void> {
  if (operationOf(ctx.suite.api, chooser.operation).method !== 'GET') return;
  const [one = [], other = []] = usable.map(({ choice, bySide }) => {
    const answers = [...bySide.values()].map(successJson);
    const shownIn = (pointer: string | null) =>
      answers.flatMap((json) => (pointer === null ? [] : everyAt(json, pointer))).at(-1)?.value;
    return chooser.parts.map(({ shown }, place) => choice[place] ?? inPath(shownIn(shown)) ?? undefined);
  });
  const isMore = one.some((value, place) => value !== usable[0].choice[place]);
  if (!isMore || one.length !== other.length) return;
  const part = other.map((value, place) => (place === 0 ? undefined : value));
  await judgeBoth(ctx, chooser, send, [one, part], report, { isFilled: true });
  const nothing = freshText(ctx.suite, 'nothing');
  const empty = one.map((value, place) => (place > 0 && chooser.parts[place]?.isText === true ? nothing : value));
  const exchange = await send('nothing in the header', { header: empty, query: usable[1].choice });
  const shown = judgeShown(chooser, empty, exchange);
  if (isSuccess(exchange) && shown !== null) report('header-wins', shown);
}

async function judgeNone(
  chooser: Chooser,
  send: Send,
  isKnown: boolean,
  report: ReportAspect,
  beside: Input['query'] = {},
): Promise<void> {
  const exchange = await send(`no ${chooser.subject}`, {}, beside);
  const expected = `a refusal, since no ${chooser.subject} is chosen`;
  if (isSuccess(exchange))
    report('required', broken({ expected, actual: outcomeText(exchange), about: 'none', exchange }));
  else if (isSick(exchange)) report('required', blockedBy(exchange));
  else
    report('required', isKnown ? pass : inconclusive('the suite knows no request that succeeds', choiceHint(chooser)));
}

/** Choices in the form that the server accepts; a list is also requested by the first part alone. */
async function formsOf(ctx: CheckContext, chooser: Chooser): Promise<readonly (readonly Choice[])[]> {
  const { suite } = ctx;
  const length = (await firstChoice(ctx, chooser, chooser.operation))?.length ?? chooser.parts.length;
  const choices = await choicesFor(ctx, chooser);
  const all = await Promise.all(choices.map((choice) => ownChoice(ctx, chooser, choice, `of ${choice[0]}`)));
  const lengths = operationOf(suite.api, chooser.operation).method === 'GET' ? [length, 1] : [length];
  const forms = lengths.map((size) =>
    all.map((choice) => choice.slice(0, Math.min(size, 1 + choice.findLastIndex((value) => value !== undefined)))),
  );
  return [...new Map(forms.map((form) => [JSON.stringify(form), form])).values()];
}

export async function checkFree(ctx: CheckContext, chooser: Chooser, report: ReportAspect): Promise<void> {
  const send = await sender(ctx, chooser);
  let isKnown = false;
  for (const form of await formsOf(ctx, chooser)) {
    const usable: Tried[] = [];
    for (const choice of form) {
      const one = await tried(ctx, chooser, send, choice);
      for (const side of sides) judgeAlone(chooser, one, side, report);
      if ([...one.bySide.values()].some(isSuccess)) usable.push(one);
      if (usable.length === 2) break;
    }
    isKnown ||= usable.length > 0;
    const [one, other] = usable;
    if (one === undefined || other === undefined) continue;
    await judgeBoth(ctx, chooser, send, [one.choice, other.choice], report);
    // The other way round with something else in the query as well: a page of one.
    const limit = pagedListOf(ctx.suite.api, chooser.operation)?.limit ?? null;
    const small = limit === null ? {} : { [limit]: '1' };
    await judgeBoth(ctx, chooser, send, [other.choice, one.choice], report, { beside: small });
    await judgeShownParts(ctx, chooser, send, [one, other], report);
    // A part that both have: else it is the other half of the choice.
    for (const place of one.choice.keys().drop(1)) {
      const part = other.choice.map((value, index) => (index === place ? value : undefined));
      await judgeBoth(ctx, chooser, send, [one.choice, part], report);
    }
  }
  await judgeNone(chooser, send, isKnown, report);
  // With all other inputs.
  const { query } = exampleInput(operationOf(ctx.suite.api, chooser.operation), 'all');
  const others = Object.entries(query).filter(([name]) => chooser.parts.every((part) => part.query !== name));
  if (others.length > 0) await judgeNone(chooser, send, isKnown, report, Object.fromEntries(others));
  const reason = `the suite does not know two values of ${chooser.subject} that are accepted`;
  const undecided = inconclusive(reason, choiceHint(chooser));
  for (const aspect of ['in-header', 'in-query', 'header-wins']) report(aspect, undecided);
}
