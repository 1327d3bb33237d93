/** Why a text is not a valid message, explained for its author. */
export class MessageError extends Error {
  override readonly name = 'MessageError';
}
