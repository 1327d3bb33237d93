/** What a model is to a bot. */

/** A message, in the roles of chat completions. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** The input of a model. */
export interface ModelRequest {
  /** The last one is the current input of the person. */
  readonly messages: readonly ChatMessage[];
  /** The model's own when undefined. */
  readonly temperature: number | undefined;
  /** Texts of the records that were found; they are part of the messages too. */
  readonly records: readonly string[];
}

/** The output of a model. */
export interface ModelAnswer {
  readonly text: string;
  /** Tokens as the model counted them; undefined when it did not. */
  readonly usage?: { readonly prompt: number; readonly completion: number } | undefined;
}

/**
 * Calls a model.
 *
 * @throws TurnFault when it is configured wrongly (3), cannot be reached (4) or does not exist (7)
 */
export type Model = (request: ModelRequest, signal: AbortSignal) => Promise<ModelAnswer>;
