/** Requests on an item that belongs to a choice: the header decides, whatever the query has. */

import type { CheckContext } from '../../core/context.ts';
import type { ReportAspect } from '../../core/family.ts';
import { blockedBy, inconclusive, inputsHint, noInputFor, pass } from '../../core/judgement.ts';
import { type Choice, type Chooser, choiceHint, choicesFor } from '../../discovery/choices.ts';
import { hasOther } from '../../discovery/paths.ts';
import { send as sendOnce } from '../../discovery/send.ts';
import { freshText } from '../../discovery/texts.ts';
import { freshInput } from '../../discovery/things.ts';
import { operationOf } from '../../model/document/api.ts';
import { type CredentialUse, type Exchange, isSuccess } from '../../model/exchange.ts';
import { isSick } from '../access/refusals.ts';
import { type Choices, choiceIn, isRefusal, judgeShown, refusedChoice, refusesBoth, withChoices } from './send.ts';

/** What of a choice is sent in the header, and of another in the query. */
interface Form {
  readonly name: string;
  readonly header: (place: number) => boolean;
  readonly query: (place: number) => boolean;
}

const every = () => true;

/**
 * The whole of each, and each part against the same part. One part in the header and another in the query may be read
 * as the two halves of one choice: that is left out.
 */
function formsOf({ parts }: Chooser): readonly Form[] {
  const alone = parts.map((part, place): Form => {
    const isIt = (other: number) => other === place;
    return { name: `${part.query ?? part.header} against another`, header: isIt, query: isIt };
  });
  const later = parts.slice(1).map(
    (part, index): Form => ({
      name: `the whole against another ${part.query ?? part.header}`,
      header: every,
      query: (place) => place === index + 1,
    }),
  );
  return parts.length < 2
    ? alone
    : [{ name: 'the whole against another', header: every, query: every }, ...alone, ...later];
}

function only(choice: Choice, isMeant: (place: number) => boolean): Choice {
  return choice.map((value, place) => (isMeant(place) ? value : undefined));
}

/** Sends a request on something that was just made, with what it belongs to in mind; null where nothing can be made. */
type Send = (label: string, choose: (own: Choice) => Choices) => Promise<Sent | null>;

interface Sent {
  readonly exchange: Exchange;
  readonly own: Choice;
}

function sender(ctx: CheckContext, chooser: Chooser): Send {
  const operation = operationOf(ctx.suite.api, chooser.operation);
  const send = async (label: string, choose: (own: Choice) => Choices, maker: CredentialUse): Promise<Sent | null> => {
    const input = await freshInput(ctx, operation.id, { name: `${operation.id}, ${label} (${maker})`, maker });
    if (input === null) return null;
    const own = choiceIn(chooser, input);
    const request = withChoices(input, chooser, choose(own));
    return { exchange: await sendOnce(ctx, operation, request, label), own };
  };
  return async (label, choose) => {
    const sent = await send(label, choose, 'given');
    // Not to one's own, perhaps.
    const isForbidden = sent?.exchange.outcome.kind === 'answer' && sent.exchange.outcome.status === 403;
    return isForbidden && hasOther(ctx.suite, operation) ? send(label, choose, 'other') : sent;
  };
}

export async function checkOfThing(ctx: CheckContext, chooser: Chooser, report: ReportAspect): Promise<void> {
  const { suite } = ctx;
  const { subject, parts, operation } = chooser;
  const send = sender(ctx, chooser);
  const undecided = (aspect: string, { exchange }: Sent) =>
    report(aspect, isSick(exchange) ? blockedBy(exchange) : inconclusive(`${operation} refused the caller`));
  const first = await send('in the header', (own) => ({ header: own }));
  if (first === null) {
    const hint = inputsHint(operation);
    for (const aspect of ['in-header', 'header-wins']) report(aspect, inconclusive(noInputFor(operation), hint));
    return;
  }
  if (isSuccess(first.exchange)) report('in-header', judgeShown(chooser, first.own, first.exchange) ?? pass);
  else if (isRefusal(first.exchange)) {
    report('in-header', refusedChoice(`success with the ${subject} in the header`, first.exchange));
  } else undecided('in-header', first);
  const choices = await choicesFor(ctx, chooser);
  const another = choices.find(([value]) => value !== first.own[0]);
  const against: Choice = parts.map(({ isText }, place) =>
    isText ? freshText(suite, operation, 'elsewhere') : another?.[place],
  );
  // A server may take fewer parts in one request than a thing has.
  const isSent = (place: number) => first.own[place] !== undefined;
  for (const form of formsOf(chooser)) {
    const { name } = form;
    const header = (place: number) => isSent(place) && form.header(place);
    const query = (place: number) => isSent(place) && form.query(place);
    const isEmpty = [only(first.own, header), only(against, query)].some((choice) =>
      choice.every((value) => value === undefined),
    );
    if (isEmpty) continue;
    const sendBoth = (label = name) =>
      send(label, (own) => ({ header: only(own, header), query: only(against, query) }));
    const both = await sendBoth();
    if (both === null) continue;
    if (isSuccess(both.exchange)) {
      report('header-wins', judgeShown(chooser, both.own, both.exchange) ?? pass);
      continue;
    }
    // A server may require more than one part: then that part alone shows nothing.
    const alone = await send(`${name}: alone`, (own) => ({ header: only(own, header) }));
    if (alone === null || !isSuccess(alone.exchange)) continue;
    if (await refusesBoth(both.exchange, async () => (await sendBoth(`${name}: again`))?.exchange)) {
      const expected = `the ${subject} that the header chooses: it wins over the query (${name})`;
      report('header-wins', refusedChoice(expected, both.exchange));
    } else undecided('header-wins', both);
  }
  report('header-wins', inconclusive(`the suite knows no other ${subject}`, choiceHint(chooser)));
}
