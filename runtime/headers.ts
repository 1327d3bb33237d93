/** The headers of an answer: valid on the wire, and each only once, however its name is written. */

/** Headers as a handler gives them: several values of one name as an array. */
export type GivenHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Headers as they are sent: no two names differ by case alone. */
export type SentHeaders = Readonly<Record<string, string | readonly string[]>>;

/** Headers that cannot be sent. */
class HeaderError extends TypeError {
  override readonly name = 'HeaderError';
}

/** A token of RFC 9110, section 5.6.2. */
const NAME = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;
/** Field values of RFC 9110, section 5.5: visible characters, spaces, tabs and octets of Latin-1. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

export function isFieldValue(value: unknown): value is string {
  return typeof value === 'string' && VALUE.test(value);
}

/** Headers that the runtime or the connection writes: a value from a handler could only contradict them. */
const OWN = new Set(['content-type', 'content-length', 'transfer-encoding', 'keep-alive', 'te', 'trailer', 'upgrade']);

/** Headers that may be sent on several lines, or with several values. */
const LISTS = new Set([
  'access-control-expose-headers',
  'allow',
  'cache-control',
  'link',
  'server-timing',
  'vary',
  'via',
  'warning',
  'www-authenticate',
]);

/**
 * The headers of an answer, as they are sent. Framing headers and `Content-Type` are omitted: the runtime writes them.
 *
 * @param given an object, a `Headers`, a `Map` or pairs
 * @throws HeaderError when one cannot be sent
 *
 * @example
 * sentHeaders({ vary: 'Accept', Vary: 'Origin' }) // { vary: 'Accept, Origin' }
 */
export function sentHeaders(given: unknown): SentHeaders | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given !== 'object') throw new HeaderError(`headers must be an object, not ${typeof given}`);
  const sent: Record<string, string | readonly string[]> = Object.create(null);
  /** The spelling of the first occurrence of each name, by the name in lower case. */
  const names = new Map<string, string>();
  for (const [name, value] of pairsOf(given)) {
    if (value === undefined) continue;
    const key = name.toLowerCase();
    if (OWN.has(key)) continue;
    const values = valuesOf(name, value);
    if (key === 'connection' && values.join() !== 'close') continue;
    if (key === 'content-encoding' && values.some((each) => each.toLowerCase() !== 'identity')) {
      throw new HeaderError(
        'the body is sent as it is: compress it in front of the handlers, not with Content-Encoding',
      );
    }
    const known = names.get(key);
    if (known === undefined) names.set(key, name);
    sent[known ?? name] = joined(key, known === undefined ? undefined : sent[known], values);
  }
  return names.size === 0 ? undefined : sent;
}

/**
 * The pairs of an object, a `Headers`, a `Map` or pairs.
 * @throws HeaderError when they are not pairs of a name and a value
 */
export function* pairsOf(given: object): Generator<readonly [string, unknown]> {
  const pairs: Iterable<unknown> = Symbol.iterator in given ? (given as Iterable<unknown>) : Object.entries(given);
  for (const pair of pairs) {
    if (!Array.isArray(pair)) throw new HeaderError('headers must be pairs of a name and a value');
    const [name, value]: unknown[] = pair;
    if (typeof name !== 'string' || (value !== undefined && !NAME.test(name))) {
      throw new HeaderError(`${JSON.stringify(String(name))} is not a name that a header can have`);
    }
    yield [name, value];
  }
}

function valuesOf(name: string, value: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((each) => {
    const isText = typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean';
    if (!isText) throw new HeaderError(`the header ${name} must be text, not ${each === null ? 'null' : typeof each}`);
    const text = String(each);
    // The message does not repeat the value: it may be the caller's input, or a secret.
    if (!VALUE.test(text)) throw new HeaderError(`the header ${name} has a character that HTTP does not allow`);
    return text.trim();
  });
}

/** Cookies stay separate; when a header that is not a list is given twice, the last value counts. */
function joined(
  key: string,
  before: string | readonly string[] | undefined,
  values: readonly string[],
): string | readonly string[] {
  const earlier = before === undefined ? [] : [before].flat();
  if (key === 'set-cookie') return [...earlier, ...values];
  return (LISTS.has(key) ? [...earlier, ...values] : values).join(', ');
}

/**
 * A header that was set before, merged with the value of an answer: cookies and lists keep all values; for any other
 * header the answer's value is sent.
 *
 * @example
 * merged('Vary', 'Origin', 'Accept') // 'Origin, Accept'
 */
export function merged(
  name: string,
  before: string | number | readonly string[] | undefined,
  value: string | readonly string[],
): string | readonly string[] {
  if (before === undefined) return value;
  const key = name.toLowerCase();
  const earlier = [before].flat().map(String);
  if (key === 'set-cookie') return [...earlier, ...[value].flat()];
  if (!LISTS.has(key) || key === 'cache-control') return value;
  const items = [...earlier, ...[value].flat()].flatMap((text) => text.split(',')).map((item) => item.trim());
  if (key === 'vary' || key === 'allow' || key === 'access-control-expose-headers') {
    const seen = new Set<string>();
    return items.filter((item) => !seen.has(item.toLowerCase()) && seen.add(item.toLowerCase())).join(', ');
  }
  return [...earlier, ...[value].flat()].join(', ');
}
