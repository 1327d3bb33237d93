/** Where the mock and the sandbox may answer differently: everything else is a mistake of one of them. */
import type { Pair } from './both.ts';
import type { Variant } from './variants.ts';

/** A class of differences that is allowed. */
export interface AllowedDifference {
  readonly name: string;
  /** Why the two cannot agree, or need not. */
  readonly reason: string;
  /** What the mock answers. */
  readonly mock: number;
  /** What the sandbox answers. */
  readonly sandbox: readonly number[];
  /** The answer of the sandbox. */
  readonly says?: RegExp;
  /** Of which variants. Default: all. */
  readonly kinds?: RegExp;
}

/** The table: a difference that is in none of these classes fails the test, and so does a class without a difference. */
export const allowedDifferences: readonly AllowedDifference[] = [
  {
    name: 'state',
    reason: 'the mock has no state: to it, every id and name is there, and nothing was used before',
    mock: 200,
    sandbox: [400, 404, 409],
    says: /^there is no |^the conversation has no turn|is not the page of one site|is not on the chosen site|do not name a broker|was used for/,
  },
  {
    name: 'credentials',
    reason: 'the mock takes any credential of the right form; only the sandbox knows who has which',
    mock: 200,
    sandbox: [401],
    says: /^the wallet network refuses|^the access token is not one of this service/,
  },
  {
    name: 'conditions between inputs',
    reason: 'what one input demands of another is written in the documents in words, not in their schemas',
    mock: 200,
    sandbox: [400],
    says: /^no site is chosen|^\w+ is missing$/,
    kinds: /^query|^header|^body|^path parameter/,
  },
  {
    name: 'rules in words',
    reason: 'bounds, durations, cursors and contents that the documents describe in words, and leave without a schema',
    mock: 200,
    sandbox: [400],
    says: /is below [01]$|is not a whole number from 1|is not a duration|is not from a page of this list|is empty$|^action is malformed/,
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

/** Headers that have to agree, wherever both answer with one status. */
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

/** In what two answers differ; empty when they agree. */
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

/** The class that allows a difference; undefined for one that is a mistake. */
export function allowing({ kind }: Variant, { mock, sandbox }: Pair): AllowedDifference | undefined {
  const said = messageOf(sandbox);
  return allowedDifferences.find(
    (each) =>
      each.mock === mock.status &&
      each.sandbox.includes(sandbox.status) &&
      (each.kinds?.test(kind) ?? true) &&
      (each.says?.test(said) ?? true),
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
