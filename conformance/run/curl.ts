/** A command that repeats an exchange. */
import type { Exchange } from '../model/exchange.ts';
import { withoutCredentials } from './redact.ts';

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A header with the name of a shell variable in it must let the shell fill that in. */
function header(name: string, value: string): string {
  return value.includes('$') ? `"${name}: ${value}"` : quoted(`${name}: ${value}`);
}

/**
 * A curl command line, with shell variables in place of credentials; null for gRPC, which curl does not speak.
 */
export function curlOf({ call, url, method, headers, requestBody }: Exchange): string | null {
  if (call.kind === 'rpc' && call.protocol === 'grpc') return null;
  const shown = Object.entries(withoutCredentials(headers)).filter(([name]) => name !== 'accept');
  const parts = [
    'curl -i',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...shown.map(([name, value]) => `-H ${header(name, value)}`),
    ...(requestBody === null ? [] : [`--data-raw ${quoted(requestBody)}`]),
    quoted(url),
  ];
  return parts.join(' ');
}
