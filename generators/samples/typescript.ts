import { camelCase } from 'change-case';
import { literal } from '../typescript/text.ts';
import { placeholder, type SampleCall } from './call.ts';
import type { Member, Typed } from './value.ts';

function plain(typed: Typed): unknown {
  if (typed.kind === 'list') return typed.items.map(plain);
  return typed.kind === 'object' ? object(typed.members) : typed.value;
}

function object(members: readonly Member[]): object | undefined {
  return members.length === 0 ? undefined : Object.fromEntries(members.map(({ name, value }) => [name, plain(value)]));
}

/** The complete module. */
export function typescript(call: SampleCall): string {
  const { service, baseUrl, method, address, path, query, json, credentials, site } = call;
  const given = credentials.map((name) => [camelCase(name), placeholder(name)]);
  const params = { path: object(path), query: object(query) };
  const inputs = {
    params: path.length + query.length === 0 ? undefined : params,
    body: json,
  };
  const rest = path.length + query.length === 0 && json === undefined ? '' : `, ${literal(inputs)}`;
  return `import { createClient, unwrap } from '@wallet-services/client/${service}';

const ${service} = createClient(${literal({ baseUrl, ...Object.fromEntries(given), site })});
const answer = await unwrap(${service}.${method}('${address}'${rest}));
console.log(answer);
`;
}
