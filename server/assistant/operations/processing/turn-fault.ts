/** Why a turn fails: the codes of document 3, Errors. */

/** 1 internal, 2 middleware, 3 model configuration, 4 model request, 5 bot, 6 conversation, 7 model not found. */
export type TurnFaultCode = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Ends a turn with an error that its reader sees. */
export class TurnFault extends Error {
  override readonly name = 'TurnFault';
  readonly code: TurnFaultCode;

  /** @param message for a person; without secrets */
  constructor(code: TurnFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}
