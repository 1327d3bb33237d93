// Asks the control API of the sandbox.

const TOKEN = 'sandbox.token';

/** What the API refused, in its own words. */
export class Refused extends Error {
  /** @param {number} status @param {{ msg?: string, hint?: string }} body */
  constructor(status, { msg, hint }) {
    super([msg ?? `the server answered ${status}`, hint].filter(Boolean).join(': '));
    this.status = status;
  }
}

/** The token is kept for this tab alone. @param {string} token */
export function keepToken(token) {
  sessionStorage.setItem(TOKEN, token);
}

/** Credentials for the API; nothing where none was asked for. */
function credentials() {
  const token = sessionStorage.getItem(TOKEN);
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}

/**
 * Sends a request, and gives the data of the answer.
 *
 * @param {string} method
 * @param {string} path below `/sandbox`
 * @param {unknown} [body]
 * @throws Refused
 */
export async function ask(method, path, body) {
  const content = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const response = await fetch(`/sandbox${path}`, {
    method,
    headers: { Accept: 'application/json', ...content, ...credentials() },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  }).catch(() => {
    throw new Refused(0, { msg: 'the server cannot be reached', hint: 'is it still running?' });
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, answer);
  return answer.data;
}

/** @param {string} path */
export const read = (path) => ask('GET', path);

/** Path of a world, with what stands behind it. @param {string} world @param {string} rest */
export const within = (world, rest) => `/worlds/${encodeURIComponent(world)}${rest}`;

/** @param {Record<string, unknown>} values those that are empty are left out */
export function query(values) {
  const given = Object.entries(values).filter(([, value]) => value !== '' && value !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
