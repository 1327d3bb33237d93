/** Selects the headers that a proxy forwards: all that do not concern the connection itself (RFC 9110, Connection). */

const OF_A_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Returns the headers to forward, with their order, spelling and number unchanged.
 *
 * @param raw names and values alternately, as in `rawHeaders` of Node.js
 * @param without further names to leave out, in lower case
 */
export function passedOn(raw: readonly string[], without: readonly string[] = []): string[] {
  const pairs = pairsOf(raw);
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((each) => each.trim().toLowerCase()));
  const left = new Set([...OF_A_CONNECTION, ...named, ...without]);
  return pairs.filter(([name]) => !left.has(name.toLowerCase())).flat();
}

/** Converts alternating names and values to pairs. */
export function pairsOf(raw: readonly string[]): [name: string, value: string][] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []));
}
