/** Answers that are too long, or never end, take no more than so much memory. */

/** Longest answer, in bytes; what is longer is no answer. */
const LONGEST_ANSWER = 64 * 1_048_576;

/** Longest refusal, in bytes; what is longer is cut. */
const LONGEST_REFUSAL = 1_048_576;

/** A success that is too long to be read. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/** The same answer, whose body ends where it gets too long: with `TooLong`, or, where it is a refusal, as if it were all. */
export function bounded(response: Response): Response {
  const { body, headers, ok, status, statusText, url } = response;
  if (!body) return response;
  let left = ok ? LONGEST_ANSWER : LONGEST_REFUSAL;
  const length = headers.get('content-length');
  // What was packed is longer than it says.
  if (length !== null && Number(length) <= left && !headers.has('content-encoding')) return response;
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        const isTooLong = piece.byteLength > left;
        if (isTooLong && ok) return controller.error(new TooLong('the response is too long'));
        controller.enqueue(isTooLong ? piece.subarray(0, left) : piece);
        left -= piece.byteLength;
        if (left <= 0 && !ok) controller.terminate();
      },
    }),
  );
  return Object.defineProperty(new Response(counted, { status, statusText, headers }), 'url', { value: url });
}
