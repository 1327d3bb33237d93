/** Reads the addresses of the services behind a proxy. */
import { UsageError } from '@wallet-services/kit/errors';
import { serviceNames } from '../services.ts';

/** Base address of each watched service, such as `http://127.0.0.1:4000/lending`. */
export type Addresses = Readonly<Record<string, string>>;

/**
 * Parses addresses, in the order of the services.
 *
 * @throws UsageError when one is not a base address, or there are none
 */
export function readAddresses(addresses: Addresses): ReadonlyMap<string, URL> {
  const own: readonly string[] = serviceNames;
  const others = Object.keys(addresses).filter((name) => !own.includes(name));
  const read = [...own, ...others].flatMap((service) => {
    const text = addresses[service];
    return text === undefined ? [] : [[service, readAddress(service, text)] as const];
  });
  if (read.length > 0) return new Map(read);
  throw new UsageError('no service is given: give the URL of one, as in --lending http://127.0.0.1:4000/lending');
}

/** @throws UsageError when the text is not a base address */
function readAddress(service: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`the URL of ${service} is invalid: use one such as http://127.0.0.1:4000/${service}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError(`the URL of ${service} contains a password: send credentials with each request instead`);
  }
  if (url.search !== '' || url.hash !== '') {
    throw new UsageError(
      `the URL of ${service} must end with its path: remove what follows ${url.search === '' ? '#' : '?'}`,
    );
  }
  return url;
}
