// A kept exchange as a command.

/** What `fetch`, browsers and curl set by themselves. */
const OWN = /^(?:host|connection|content-length|accept-encoding|user-agent|origin|referer|sec-.*|x-sandbox-world)$/i;

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
