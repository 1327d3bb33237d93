/** Conversations with several turns each, held once, for the rules on turns and on the history. */
import { type CheckContext, type Judgement, orNull } from '@wallet-services/conformance/core';
import { once } from '@wallet-services/conformance/discovery';
import { type Started, startConversation } from './conversation.ts';
import { finishTurn, type History, historyOf, type Posted, type Reported, reportTurn, tryTurn } from './turn.ts';

/** The messages of the turns, in order: plain words, and texts that servers often corrupt. */
const contents = [
  ['a', 'How do I get my BTC back?'],
  ['b', 'Ça coûte combien, 200 € ou 300 € ?'],
  ['a', 'Line one\nline two: "quoted", <b>bold</b> & 100 % \\ done'],
  ['a', '要多久？ 🚀'],
  ['b', 'And the fee?'],
] as const;

/** The number of turns that are posted to one conversation at once. */
const AT_ONCE = 3;

export type Chat = Awaited<ReturnType<typeof chat>>;

/**
 * Holds the chat. `refusals` are the reasons why it ended early; `beginning` is the history of a conversation before
 * any turn was posted.
 */
export const chat = once(async (ctx: CheckContext) => {
  const refusals: Judgement[] = [];
  const attempt = <Found>(finding: Promise<Found>) => orNull(finding, (why) => void refusals.push(why));
  const reported: Reported[] = [];
  const reportOne = async ({ id }: Started, index: number) => {
    const [name, content] = contents[index] ?? ['', ''];
    const turn = await attempt(reportTurn(ctx, id, `${name} ${index}`, { content }));
    if (turn !== null) reported.push(turn);
  };
  const a = await attempt(startConversation(ctx, 'chat', { lang: 'en' }));
  if (a !== null) await reportOne(a, 0);
  // The same user, in another conversation.
  const b = a === null ? null : await attempt(startConversation(ctx, 'chat'));
  if (a === null || b === null) return { started: [], reported, histories: [], beginning: null, refusals };
  const beginning = await orNull(historyOf(ctx, b.id, 'beginning'));
  for (const [index, [name]] of contents.entries()) if (index > 0) await reportOne(name === 'a' ? a : b, index);
  const histories: History[] = [];
  for (const { id } of [a, b]) {
    const count = reported.filter(({ conversation }) => conversation === id).length;
    // A posted turn may show a moment later.
    const read = () => attempt(historyOf(ctx, id, `${count} turns`));
    const history = await ctx.until(read, (one) => one === null || one.turns.length >= count);
    if (history !== null) histories.push(history);
  }
  return { started: [a, b], reported, histories, beginning, refusals };
});

/** Turns that were posted to one conversation at once, with the acceptance of each, and the resulting history. */
export async function postedAtOnce(ctx: CheckContext): Promise<{ taken: readonly Posted[]; history: History | null }> {
  const started = await orNull(startConversation(ctx, 'at once'));
  if (started === null) return { taken: [], history: null };
  const labels = Array.from({ length: AT_ONCE }, (_, index) => `at once ${index + 1}`);
  // Whether a turn is accepted while another one is processed is open.
  const post = (label: string) =>
    tryTurn(ctx, started.id, label, { content: `This is ${label}.` }, { intent: 'open', patient: false });
  const taken = (await Promise.all(labels.map(post))).flatMap((one) => ('post' in one ? [one] : []));
  for (const turn of taken) await orNull(finishTurn(ctx, turn, 'at once'));
  return { taken, history: await orNull(historyOf(ctx, started.id, 'at once')) };
}
