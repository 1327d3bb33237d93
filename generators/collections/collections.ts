/** Collections of a service's requests: `.http` files, a Postman collection, and a folder for Bruno. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { credentialsOf, type ExampleRequest, requestsOf } from './requests.ts';

/** Files by path, below `generated/collections`. */
export function collectionFiles(service: string, document: OpenApiDocument): ReadonlyMap<string, string> {
  const requests = requestsOf(document);
  const base = document.servers?.[0]?.url ?? '';
  return new Map([
    [`http/${service}.http`, httpFile(requests, base)],
    [`postman/${service}.json`, `${JSON.stringify(postman(document.info.title, requests, base), null, 2)}\n`],
    ...brunoFiles(document.info.title, requests, base).map(
      ([path, text]) => [`bruno/${service}/${path}`, text] as const,
    ),
  ]);
}

function addressOf({ path, query }: ExampleRequest): string {
  const search = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `{{baseUrl}}${path}${search === '' ? '' : `?${search}`}`;
}

/** The requests as an `.http` file, for VS Code's REST Client, JetBrains' HTTP Client, Visual Studio and httpYac. */
function httpFile(requests: readonly ExampleRequest[], base: string): string {
  const variables = [`@baseUrl = ${base}`, ...credentialsOf(requests).map((name) => `@${name} =`)];
  const blocks = requests.map((request) => {
    const headers = request.headers.map(([name, value]) => `${name}: ${value}`);
    const lines = [`### ${request.name}`, `# @name ${request.operationId}`, `${request.method} ${addressOf(request)}`];
    return [...lines, ...headers, ...(request.body === null ? [] : ['', request.body])].join('\n');
  });
  return `${[variables.join('\n'), ...blocks].join('\n\n')}\n`;
}

function folders(requests: readonly ExampleRequest[]): ReadonlyMap<string, readonly ExampleRequest[]> {
  return Map.groupBy(requests, ({ folder }) => folder);
}

function postman(title: string, requests: readonly ExampleRequest[], base: string) {
  const pair = ([key, value]: readonly [string, string]) => ({ key, value });
  const item = (request: ExampleRequest) => ({
    name: request.name,
    request: {
      method: request.method,
      description: request.description,
      header: request.headers.map(pair),
      url: {
        raw: addressOf(request),
        host: ['{{baseUrl}}'],
        path: request.path.slice(1).split('/'),
        query: request.query.map(([name, value]) => pair([name, encodeURIComponent(value)])),
      },
      ...(request.body === null
        ? {}
        : { body: { mode: 'raw', raw: request.body, options: { raw: { language: 'json' } } } }),
    },
    response: [],
  });
  return {
    info: { name: title, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    variable: [
      pair(['baseUrl', base]),
      ...credentialsOf(requests).map((name) => ({ key: name, value: '', type: 'secret' })),
    ],
    item: [...folders(requests)].map(([name, within]) => ({ name, item: within.map(item) })),
  };
}

function brunoFiles(title: string, requests: readonly ExampleRequest[], base: string): (readonly [string, string])[] {
  const block = (name: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${name} {\n${lines.map((line) => `  ${line}`).join('\n')}\n}\n`];
  const request = (one: ExampleRequest, index: number) =>
    [
      ...block('meta', [`name: ${one.name}`, 'type: http', `seq: ${index + 1}`]),
      ...block(one.method.toLowerCase(), [
        `url: ${addressOf(one)}`,
        `body: ${one.body === null ? 'none' : 'json'}`,
        'auth: none',
      ]),
      ...block(
        'params:query',
        one.query.map(([name, value]) => `${name}: ${encodeURIComponent(value)}`),
      ),
      ...block(
        'headers',
        one.headers.map(([name, value]) => `${name}: ${value}`),
      ),
      ...block('body:json', one.body?.split('\n') ?? []),
      ...block('docs', one.description.split('\n')),
    ].join('\n');
  const secrets = credentialsOf(requests);
  return [
    ['bruno.json', `${JSON.stringify({ version: '1', name: title, type: 'collection' }, null, 2)}\n`],
    [
      'environments/reference.bru',
      `vars {\n  baseUrl: ${base}\n}\n${secrets.length === 0 ? '' : `vars:secret [\n${secrets.map((name) => `  ${name}`).join(',\n')}\n]\n`}`,
    ],
    ...[...folders(requests)].flatMap(([folder, within]) =>
      within.map((one, index) => [`${folder}/${one.operationId}.bru`, request(one, index)] as const),
    ),
  ];
}
