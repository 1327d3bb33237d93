// A kept exchange, sent again or as a command.

/** What `fetch`, browsers and curl set by themselves. */
const OWN = /^(?:host|connection|content-length|accept-encoding|user-agent|origin|referer|sec-.*|x-sandbox-world)$/i;

/** What stands in the place of a credential. */
const REDACTED = '[redacted]';

/**
 * The request of a kept exchange, for `fetch`; undefined where it had a credential, which is not kept.
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

/** A word of a shell. @param {string} text */
const quoted = (text) => (/^[\w./:@%=,+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/**
 * The command that sends a request again. Credentials are not kept: `[redacted]` stands in their place.
 *
 * @param {string} origin of the world, such as `http://127.0.0.1:4000/worlds/k3v9x2m4q8w1`
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
