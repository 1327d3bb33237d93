import type { Model } from './model.ts';

/** Repeats the turn and quotes the records that were found: deterministic, for tests of clients. */
export const echoModel: Model = async ({ messages, records }) => {
  const reply = `You said: ${messages.at(-1)?.content ?? ''}`;
  if (records.length === 0) return { text: reply };
  return { text: [reply, 'The records say:', ...records.map((record) => `- ${record}`)].join('\n') };
};
