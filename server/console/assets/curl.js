// Converts a kept exchange to a request or to a curl command.

/** Headers that `fetch`, browsers and curl set themselves. */
const OWN = /^(?:host|connection|content-length|accept-encoding|user-agent|origin|referer|sec-.*|x-sandbox-world)$/i;

/** The text that replaces a credential in the journal. */
const REDACTED = '[redacted]';

/**
 * The request of a kept exchange, for `fetch`; undefined when it had a credential, since credentials are not kept.
 *
 * @param {{ method: string, path: string, request: { headers: Record<string, string>, body?: unknown, truncated?: boolean } }} exchange
 * @returns {RequestInit | undefined}
 */
export function requestOf({ method, path, request: { headers, body, truncated } }) {
  const sent = Object.entries(headers).filter(([name]) => !OWN.test(name));
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  if (truncated || JSON.stringify([path, sent, text ?? '']).includes(REDACTED)) return undefined;
  return { method, headers: Object.fromEntries(sent), ...(text === undefined ? {} : { body: text }) };
}

/** Quotes a text as one shell word. @param {string} text */
const quoted = (text) => (/^[\w./:@%=,+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/**
 * The curl command that repeats a request. Credentials are not kept; the command has `[redacted]` in their place.
 *
 * @param {string} origin base address of the world, such as `http://127.0.0.1:4000/worlds/k3v9x2m4q8w1`
 * @param {{ method: string, path: string, request: { headers: Record<string, string>, body?: unknown } }} exchange
 */
export function curlOf(origin, { method, path, request: { headers, body } }) {
  const lines = Object.entries(headers)
    .filter(([name]) => !OWN.test(name))
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const data = body === undefined ? [] : [`-d ${quoted(typeof body === 'string' ? body : JSON.stringify(body))}`];
  const verb = method === (body === undefined ? 'GET' : 'POST') ? [] : [`-X ${method}`];
  return ['curl -i', ...verb, ...lines, ...data, quoted(`${origin}${path}`)].join(' ');
}
