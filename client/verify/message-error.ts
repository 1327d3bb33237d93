/** Why a text is not a message that can be trusted, in words for its author. */
export class MessageError extends Error {
  override readonly name = 'MessageError';
}
