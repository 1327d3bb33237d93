// Client of the sandbox's control API.

const TOKEN = 'sandbox.token';

/** An error that the API reported, with its message and hint. */
export class Refused extends Error {
  /** @param {number} status @param {{ msg?: string, hint?: string }} body */
  constructor(status, { msg, hint }) {
    super([msg ?? `the server responded with ${status}`, hint].filter(Boolean).join(': '));
    this.status = status;
  }
}

/** Keeps the token for this tab only. @param {string} token */
export function keepToken(token) {
  sessionStorage.setItem(TOKEN, token);
}

export const hasToken = () => sessionStorage.getItem(TOKEN) !== null;

/** Credentials for the API; empty when there is no token. @returns {Record<string, string>} */
function credentials() {
  const token = sessionStorage.getItem(TOKEN);
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}

/** Longest wait for an answer, in milliseconds. */
const PATIENCE = 15_000;

/**
 * Sends a request and returns the data of the answer.
 *
 * @param {string} method
 * @param {string} path below `/sandbox`
 * @param {unknown} [body]
 * @param {number} [patience] longest wait, in milliseconds
 * @returns {Promise<any>} as the document of the control API defines it
 * @throws Refused
 */
export async function ask(method, path, body, patience = PATIENCE) {
  /** @type {Record<string, string>} */
  const content = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const response = await fetch(`/sandbox${path}`, {
    method,
    headers: { Accept: 'application/json', ...content, ...credentials() },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patience),
  }).catch((error) => {
    if (error.name === 'TimeoutError') {
      throw new Refused(0, { msg: `the server did not answer within ${patience / 1_000} s`, hint: 'try it again' });
    }
    throw new Refused(0, { msg: 'the server cannot be reached', hint: 'check that it is still running' });
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, answer);
  return answer.data;
}

/**
 * Reads a stream of events until it ends; calls `tell` for each event.
 *
 * @param {string} path below `/sandbox`
 * @param {() => void} tell
 * @param {AbortSignal} signal ends it
 * @throws Refused
 */
export async function listen(path, tell, signal) {
  const response = await fetch(`/sandbox${path}`, {
    headers: { Accept: 'text/event-stream', ...credentials() },
    signal,
  });
  if (!response.ok || response.body === null) throw new Refused(response.status, await response.json());
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    if (decoder.decode(value, { stream: true }).includes('data:')) tell();
  }
}

/** @param {string} path @param {number} [patience] longest wait, in milliseconds */
export const read = (path, patience = PATIENCE) => ask('GET', path, undefined, patience);

/** Path of a resource of a world. @param {string} world @param {string} rest */
export const within = (world, rest) => `/worlds/${encodeURIComponent(world)}${rest}`;

/** A query string. @param {Record<string, unknown>} values empty ones are left out */
export function query(values) {
  const given = Object.entries(values)
    .filter(([, value]) => value !== '' && value !== undefined)
    .map(([name, value]) => [name, String(value)]);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
