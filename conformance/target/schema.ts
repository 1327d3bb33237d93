/** The JSON Schema of a target file, for its reader and for editors. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { ServiceName } from '../model/document/services.ts';
import { rpcProtocols } from '../model/exchange.ts';
import { renamed, useInstead } from '../model/renamed.ts';
import { keystoreRoles } from '../model/target.ts';
import { isObject } from '../model/values/json.ts';
import { described } from './described.ts';
import { objectWith, text, texts } from './forms.ts';
import { knownSchema } from './known.ts';
import { knownFailuresSchema } from './known-failures.ts';
import { headersSchema, transportSchema } from './transport.ts';

/** The description of each member, by its name. */
const meanings: Readonly<Record<string, string>> = {
  services: 'What to check, by service.',
  url: 'Base address: everything in front of the documented paths.',
  rpc: 'Base addresses of the RPC methods, by protocol; each protocol that is listed is checked.',
  connect: 'Connect with JSON.',
  twirp: 'Twirp with JSON.',
  grpc: 'gRPC.',
  'grpc-web': 'gRPC-Web.',
  route: 'Path in front of the method names, if it is unusual: /shop.v1.Shop/',
  credentials: `Credentials of the caller, by security scheme of the document. \${NAME} is read from the environment.`,
  other_credentials: 'Credentials of another user or application.',
  expired_credentials: 'Credentials that have expired.',
  transport: 'How a credential is sent, by security scheme, where the documents do not say.',
  exclude:
    'Operations that are not called: an operationId, a path, tag:NAME, method:NAME or deprecated; * stands for any text.',
  include: 'Operations that are called although they look destructive; written as those of exclude.',
  header: 'Name of the header.',
  scheme: 'Word in front of the value in a header, such as Bearer.',
  cookie: 'Name of the cookie.',
  query: 'Name of the query parameter; among inputs: query parameters with their values.',
  settle_ms: 'Longest wait until an effect shows, in milliseconds. Default: 5000.',
  known: 'What the data of the server contains; a hint says when a member is needed.',
  inputs:
    'Requests that an operation accepts, by operationId, one or several; sent as they are. A path that is left out is found.',
  path: 'Path parameters with their values.',
  headers: `Headers with their values; of a service: sent with every request. \${NAME} is read from the environment.`,
  body: 'The body: any JSON.',
  choices: 'What requests may choose: for each, the parameters with their values, two of each.',
  own: 'Ids that a list must contain for the caller, by the operationId of the list.',
  sign_in: 'What the suite signs in with, instead of tokens.',
  keystores: 'Keystores of the wallet network, by role.',
  caller: 'Keystore of the caller.',
  other: 'Keystore of another user.',
  contract_account: 'Keystore of a user with a registered contract account.',
  zero_account: 'Keystore of a user whose registered contract account is the zero address.',
  untrusted: 'Keystore of an application that the verifier does not trust.',
  client_id: 'UUID.',
  session_id: 'UUID.',
  private_key:
    'A secret. Of a keystore: Ed25519, in hexadecimal or base64. Of a message: 0x and 64 hexadecimal digits.',
  message: 'How to create EIP-4361 messages; without private_key the suite uses a key of its own.',
  domain: 'A domain that the verifier trusts, such as notes.example.org',
  uri: 'Default: the domain after https://',
  chain_id: 'EIP-155. Default: 1.',
  allow_inconclusive: 'Ids of rules that may stay undecided; * stands for any text.',
  known_failures: 'Failures that will be fixed later; until then, they are reported separately from new ones.',
  rule: 'Id of the rule; * stands for any text.',
  operation: 'An operationId. Absent: any.',
  reason: 'Why it is accepted.',
  expires: 'YYYY-MM-DD, the last day, in UTC.',
};

function serviceSchema(known: object | undefined) {
  const properties = {
    url: text,
    rpc: objectWith(Object.fromEntries([...rpcProtocols, 'route'].map((member) => [member, text]))),
    credentials: texts,
    other_credentials: texts,
    expired_credentials: texts,
    transport: transportSchema,
    headers: headersSchema,
    exclude: { type: 'array', items: text },
    include: { type: 'array', items: text },
    known: knownSchema(known),
    settle_ms: { type: 'integer', minimum: 0, maximum: 600_000 },
  };
  return objectWith(properties, 'url');
}

const keystore = objectWith(
  { client_id: text, session_id: text, private_key: text },
  'client_id',
  'session_id',
  'private_key',
);

const message = objectWith(
  { domain: text, uri: text, chain_id: { type: 'integer', minimum: 1 }, private_key: text },
  'domain',
);

const signIn = objectWith({
  keystores: objectWith(Object.fromEntries(keystoreRoles.map((role) => [role, keystore]))),
  message,
});

/**
 * The services that a target file may name, and the data that it may contain for each, in addition to those of any API.
 */
export interface Nameable {
  readonly services: readonly ServiceName[];
  known(service: ServiceName): Promise<object | undefined>;
}

/** The JSON Schema of a target file, with a description of each member. */
export async function targetSchema({ services, known }: Nameable): Promise<object> {
  const entries = services.map(async (name) => [name, serviceSchema(await known(name))] as const);
  const each = Object.fromEntries(await Promise.all(entries));
  const properties = {
    services: { ...objectWith(each), minProperties: 1 },
    sign_in: signIn,
    allow_inconclusive: { type: 'array', items: text },
    known_failures: knownFailuresSchema,
  };
  return described(objectWith(properties, 'services'), meanings) as object;
}

/** The allowed members at a place of the file, for a sentence. */
function members(parentSchema: unknown): string {
  const properties = isObject(parentSchema) ? parentSchema['properties'] : undefined;
  return isObject(properties) ? Object.keys(properties).join(', ') : '';
}

/** The error in a target file, and the expected value at that place. */
export function sentence({ instancePath, keyword, params, message, parentSchema }: ErrorObject): string {
  const place = instancePath === '' ? 'the file' : instancePath.slice(1).replaceAll('/', '.');
  const known = members(parentSchema);
  const expected = known === '' ? '' : `; allowed members: ${known}`;
  if (keyword === 'additionalProperties') {
    const given: string = params['additionalProperty'];
    const now = place.endsWith('.known')
      ? Object.entries(renamed.known).find(([old]) => old === given)?.[1]
      : undefined;
    return now === undefined ? `${place} has no member ${given}${expected}` : `${place}: ${useInstead(given, now)}`;
  }
  if (keyword === 'required') return `${place} needs ${params['missingProperty']}${expected}`;
  if (keyword !== 'type') return `${place} ${message}`;
  const isFree = isObject(parentSchema) && isObject(parentSchema['additionalProperties']) && known === '';
  return `${place} ${message}${isFree ? ', with the parameters by name' : expected}`;
}
