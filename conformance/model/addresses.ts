/** Addresses in the headers of an answer: where the next page is. */

const ADDRESS = /^(https?:\/\/|[/?<])/i;

/** The longest value that is kept. */
const LONGEST = 8192;

/** The headers whose value is an address, or links, by their names in small letters; `Location` is kept by itself. */
export function addressesIn(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Readonly<Record<string, string>> {
  const texts = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), [value].flat().join(', ')] as const,
  );
  return Object.fromEntries(
    texts.filter(([name, text]) => name !== 'location' && text.length <= LONGEST && ADDRESS.test(text)),
  );
}

/** The address of the next page in a header: the `next` of `Link` (RFC 8288), or the value of any other. */
export function nextIn(name: string, value: string): string {
  if (name.toLowerCase() !== 'link') return value;
  for (const [, address = '', parameters = ''] of value.matchAll(/<([^<>]*)>([^<]*)/g)) {
    const [, quoted, plain = ''] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? [];
    if ((quoted ?? plain).toLowerCase().split(/\s+/).includes('next')) return address;
  }
  return '';
}

/** The value of a query parameter in an address, which may be relative; empty where it has none. */
export function parameterIn(address: string, name: string): string {
  return URL.parse(address, 'http://localhost')?.searchParams.get(name) ?? '';
}
