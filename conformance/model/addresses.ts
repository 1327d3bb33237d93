/** Headers of an answer, and addresses in them: where the next page is. */
import { isCredentialHeader } from '@wallet-services/kit/credentials';

const ADDRESS = /^(https?:\/\/|[/?<])/i;

/** The longest value that is kept. */
const LONGEST = 8192;

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The headers by lowercase name, each as one text. */
function textsOf(headers: Headers): readonly (readonly [name: string, text: string])[] {
  return Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')]);
}

/** The headers of an answer by lowercase name. The values of credentials, and very long ones, are not kept: null. */
export function keptHeaders(headers: Headers): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    textsOf(headers).map(([name, text]) => [name, isCredentialHeader(name) || text.length > LONGEST ? null : text]),
  );
}

/** The headers with an address or links as their value, by lowercase name; `Location` is kept separately. */
export function addressesIn(headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries(
    textsOf(headers).filter(([name, text]) => name !== 'location' && text.length <= LONGEST && ADDRESS.test(text)),
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
