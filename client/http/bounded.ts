/** Limits the memory for error responses that are too long, or never end. */
import { LONGEST_REFUSAL } from '../values/limits.ts';

/** The same response, with its body cut where it gets too long, or where it breaks off: the status is what matters. */
export function bounded(response: Response): Response {
  const { body, headers, status, statusText, url } = response;
  if (!body) return response;
  const reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> = body.getReader();
  let left = LONGEST_REFUSAL;
  const cut = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value } = await reader.read().catch(() => ({ value: undefined }));
      if (value === undefined) return controller.close();
      controller.enqueue(value.subarray(0, left));
      left -= value.byteLength;
      if (left > 0) return;
      controller.close();
      await reader.cancel();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  // A constructor takes only some statuses; a service may send any.
  return Object.defineProperties(new Response(cut, { headers, statusText }), {
    ok: { value: false },
    status: { value: status },
    url: { value: url },
  });
}

/** The body of a refusal: JSON, or text. One without a body is still a refusal: its error is an empty object. */
export async function readRefusal(
  response: Response,
): Promise<{ readonly error: unknown; readonly response: Response }> {
  const refused = bounded(response);
  const text = await refused.text();
  return { error: jsonOr(text) || {}, response: refused };
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
