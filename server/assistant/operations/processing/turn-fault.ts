/** The errors of turns, with the codes of document 3, Errors. */

/** 1 internal, 2 middleware, 3 model configuration, 4 model request, 5 bot, 6 conversation, 7 model not found. */
export type TurnFaultCode = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Ends a turn with an error that the client can read. */
export class TurnFault extends Error {
  override readonly name = 'TurnFault';
  readonly code: TurnFaultCode;

  /** @param message text for the client, without secrets */
  constructor(code: TurnFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}
