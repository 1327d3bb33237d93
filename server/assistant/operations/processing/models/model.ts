/** What a model is to a bot. */

/** A message, in the roles of chat completions. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** What a model is asked. */
export interface ModelRequest {
  /** The last one is what the person says now. */
  readonly messages: readonly ChatMessage[];
  /** The model's own when undefined. */
  readonly temperature: number | undefined;
  /** Texts of the records that were found; they are part of the messages too. */
  readonly records: readonly string[];
}

/** What a model says. */
export interface ModelAnswer {
  readonly text: string;
  /** Tokens as the model counted them; undefined when it did not. */
  readonly usage?: { readonly prompt: number; readonly completion: number } | undefined;
}

/**
 * Asks a model.
 *
 * @throws TurnFault when it is configured wrongly (3), cannot be asked (4) or does not exist (7)
 */
export type Model = (request: ModelRequest, signal: AbortSignal) => Promise<ModelAnswer>;
