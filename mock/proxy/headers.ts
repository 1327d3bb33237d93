/** Which headers a proxy passes on (RFC 9110, Connection): all that are not about the one connection they came by. */

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
 * The headers to pass on, in their order, their spelling and their number.
 *
 * @param raw names and values in turn, as Node gives them
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

/** Names and values in turn, as pairs. */
export function pairsOf(raw: readonly string[]): [name: string, value: string][] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []));
}
