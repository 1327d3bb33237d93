/** The prompt of a model: the settings of the turn, the records that were found, and the conversation so far. */
import type { ChatMessage } from './models/index.ts';
import type { TurnSettings } from './settings.ts';

/** A turn that was answered. */
export interface PastTurn {
  readonly request: string;
  readonly response: string;
}

/** The parts of a prompt. */
export interface PromptInput {
  readonly settings: TurnSettings;
  /** Language of the conversation; may be empty. */
  readonly lang: string;
  readonly records: readonly string[];
  /** Oldest first. */
  readonly history: readonly PastTurn[];
  readonly content: string;
}

/** Longest text of earlier turns in a prompt, in characters: the latest turns that fit. */
const LONGEST_HISTORY = 24_000;

export function promptMessages({ settings, lang, records, history, content }: PromptInput): ChatMessage[] {
  const system = [
    settings.prompt,
    lang === '' ? '' : `Answer in this language: ${lang}.`,
    records.length === 0 ? '' : ['Records:', ...records.map((record) => `- ${record}`)].join('\n'),
    settings.boundary_prompt,
  ].filter((part) => part !== '');
  return [
    ...(system.length === 0 ? [] : [{ role: 'system', content: system.join('\n\n') } as const]),
    ...latest(history).flatMap(({ request, response }): ChatMessage[] => [
      { role: 'user', content: request },
      { role: 'assistant', content: response },
    ]),
    { role: 'user', content },
  ];
}

function latest(history: readonly PastTurn[]): readonly PastTurn[] {
  let room = LONGEST_HISTORY;
  const from = history.findLastIndex(({ request, response }) => {
    room -= request.length + response.length;
    return room < 0;
  });
  return history.slice(from + 1);
}
