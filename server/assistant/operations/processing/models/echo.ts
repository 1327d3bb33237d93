import type { Model } from './model.ts';

/** Repeats the turn, and quotes the records that were found: always the same for the same turn. */
export const echoModel: Model = async ({ messages, records }) => {
  const said = `You said: ${messages.at(-1)?.content ?? ''}`;
  if (records.length === 0) return { text: said };
  return { text: [said, 'The records say:', ...records.map((record) => `- ${record}`)].join('\n') };
};
