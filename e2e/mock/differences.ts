/** The allowed differences between mock and sandbox; any other difference is an error of one of them. */
import type { Pair } from './both.ts';
import type { Variant } from './variants.ts';

/** A class of allowed differences. */
export interface AllowedDifference {
  readonly name: string;
  /** Why the two cannot agree, or need not agree. */
  readonly reason: string;
  /** Status of the mock. */
  readonly mock: number;
  /** Statuses of the sandbox. */
  readonly sandbox: readonly number[];
  /** Pattern of the sandbox's message. */
  readonly message?: RegExp;
  /** Pattern of the variants' kinds. Default: all. */
  readonly kinds?: RegExp;
}

/** The table. The test fails for a difference in none of these classes, and for a class without a difference. */
export const allowedDifferences: readonly AllowedDifference[] = [
  {
    name: 'state',
    reason: 'the mock has no state: to it, every id and name is there, and nothing was used before',
    mock: 200,
    sandbox: [400, 404, 409],
    message:
      /^there is no |^the conversation has no turn|is not the page of one site|is not on the chosen site|do not name a broker|was used for/,
  },
  {
    name: 'credentials',
    reason: 'the mock takes any credential of the right form; only the sandbox knows who has which',
    mock: 200,
    sandbox: [401],
    message: /^the wallet network refuses|^the access token is not one of this service/,
  },
  {
    name: 'conditions between inputs',
    reason: 'what one input demands of another is written in the documents in words, not in their schemas',
    mock: 200,
    sandbox: [400],
    message: /^no site is chosen|^\w+ is missing$/,
    kinds: /^query|^header|^body|^path parameter/,
  },
  {
    name: 'rules in words',
    reason: 'bounds, durations, cursors and contents that the documents describe in words, and leave without a schema',
    mock: 200,
    sandbox: [400],
    message:
      /is below [01]$|is not a whole number from 1|is not a duration|is not from a page of this list|is empty$|^action is malformed/,
    kinds: /^query|^body/,
  },
  {
    name: 'preferences in the query',
    reason: 'Prism takes them there, for links; a service has no such parameter',
    mock: 404,
    sandbox: [200, 400, 401, 404],
    kinds: /^prefer: in the query$/,
  },
];

/** Headers that must agree when both answer with the same status. */
const HEADERS = [
  'accept',
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-max-age',
  'allow',
  'preference-applied',
  'www-authenticate',
] as const;

/** Describes the differences of two answers; empty when they agree. */
export function differencesOf({ kind, method }: Variant, { mock, sandbox }: Pair): string[] {
  if (mock.status !== sandbox.status) return [`${mock.status} and ${sandbox.status}`];
  const found = HEADERS.filter((name) => mock.headers[name] !== sandbox.headers[name]).map(
    (name) => `${name}: ${mock.headers[name]} and ${sandbox.headers[name]}`,
  );
  const [ofMock, ofSandbox] = [typeOf(mock), typeOf(sandbox)];
  if (ofMock !== ofSandbox) found.push(`${ofMock} and ${ofSandbox}`);
  const exposed = exposedBy(mock);
  const hidden = exposedBy(sandbox).filter((name) => !exposed.includes(name));
  if (hidden.length > 0) found.push(`only the sandbox exposes ${hidden.join(', ')}`);
  const isShown = kind === 'prefer: example' || kind === 'prefer: status' || kind.startsWith('prefer: un');
  if (isShown && method !== 'HEAD' && !mock.body.equals(sandbox.body)) found.push('the bodies');
  return found;
}

function typeOf({ headers }: Pair['mock']): string {
  return (headers['content-type'] ?? 'no body').split(';')[0] ?? '';
}

function exposedBy({ headers }: Pair['mock']): string[] {
  return String(headers['access-control-expose-headers'] ?? '')
    .toLowerCase()
    .split(', ');
}

/** The class that allows a difference; undefined when it is an error. */
export function allowing({ kind }: Variant, { mock, sandbox }: Pair): AllowedDifference | undefined {
  const text = messageOf(sandbox);
  return allowedDifferences.find(
    (each) =>
      each.mock === mock.status &&
      each.sandbox.includes(sandbox.status) &&
      (each.kinds?.test(kind) ?? true) &&
      (each.message?.test(text) ?? true),
  );
}

/** The problem that an answer reports. */
export function messageOf({ body }: Pair['mock']): string {
  try {
    const { msg } = JSON.parse(body.toString()) as { msg?: unknown };
    return String(msg ?? '');
  } catch {
    return '';
  }
}
