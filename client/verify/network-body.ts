/** Reads an answer, limited in size. */

const MOST = 65_536;

/**
 * The JSON of an answer.
 *
 * @returns undefined when the body is not JSON
 * @throws Error when it is longer than 64 KiB
 */
export async function readBounded(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the rest of the body.
    if (size > MOST) throw new Error(`the response is longer than ${MOST} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}
