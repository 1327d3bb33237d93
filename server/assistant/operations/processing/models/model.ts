/** The interface between bots and models. */

/** A message with a role of chat completions. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** The input of a model. */
export interface ModelRequest {
  /** The last message is the person's current input. */
  readonly messages: readonly ChatMessage[];
  /** Undefined for the model's default. */
  readonly temperature: number | undefined;
  /** Texts of the records that were found; they are also part of the messages. */
  readonly records: readonly string[];
}

/** The output of a model. */
export interface ModelAnswer {
  readonly text: string;
  /** Token counts that the model reported; undefined when it reported none. */
  readonly usage?: { readonly prompt: number; readonly completion: number } | undefined;
}

/**
 * Calls a model.
 *
 * @throws TurnFault when it is configured wrongly (3), cannot be reached (4) or does not exist (7)
 */
export type Model = (request: ModelRequest, signal: AbortSignal) => Promise<ModelAnswer>;
