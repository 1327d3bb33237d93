/** Derives typical wrong requests from the valid ones of a document. */
import type { OpenApiDocument, ParameterObject, Schema } from '@wallet-services/generators/document';
import { resolved } from '@wallet-services/generators/document';
import { type Sampled, type SampleRequest, sampledOperations } from '@wallet-services/mock/testing/requests';

/** A request that differs from a valid one in one respect. */
export interface Variant {
  readonly operation: string;
  /** Kind of the difference, the same for similar variants: `query: empty`. */
  readonly kind: string;
  /** Distinguishes it from others of its kind. */
  readonly what: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

type Change = Omit<Variant, 'operation'>;

/** The variants of all operations of a document. */
export function variantsOf(document: OpenApiDocument): Variant[] {
  return sampledOperations(document).flatMap((sampled) => {
    const changes = [
      ...asTheyAre(sampled),
      ...methods(sampled),
      ...paths(sampled),
      ...headers(sampled),
      ...parameters(document, sampled),
      ...bodies(document, sampled),
      ...preferences(sampled),
    ];
    return changes.map((change) => ({ ...change, operation: sampled.operation.operationId }));
  });
}

function toChange({ method, target, headers, body, text }: SampleRequest, kind: string, what: string): Change {
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  return {
    kind,
    what,
    method: method.toUpperCase(),
    target,
    headers,
    ...(content === undefined ? {} : { body: content }),
  };
}

function asTheyAre({ requests }: Sampled): Change[] {
  return requests.map((request) => toChange(request, 'valid', request.name));
}

function methods({ requests: [plain] }: Sampled): Change[] {
  const base = toChange(plain, 'method', '');
  const others = ['HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND'].filter((method) => method !== base.method);
  return others.map((method) => {
    const { body: _, ...bodiless } = base;
    return { ...bodiless, method, kind: `method: ${method}`, what: method };
  });
}

function paths({ requests: [plain] }: Sampled): Change[] {
  const base = toChange(plain, '', '');
  const [path = '', query] = base.target.split('?');
  const to = (kind: string, changed: string): Change => ({
    ...base,
    kind: `path: ${kind}`,
    what: changed,
    target: query === undefined ? changed : `${changed}?${query}`,
  });
  return [
    to('slash at the end', `${path}/`),
    to('two slashes at the start', `/${path}`),
    to('another host', `//anything${path}`),
    to('unknown', `${path}/nothing/here`),
    to(
      'capitals',
      path.replace(/[a-z]/, (letter) => letter.toUpperCase()),
    ),
    to('broken escape', `${path}%zz`),
  ];
}

function headers({ requests: [plain], operation }: Sampled): Change[] {
  const base = toChange(plain, '', '');
  const having = (kind: string, what: string, more: Record<string, string>): Change => ({
    ...base,
    kind,
    what,
    headers: { ...base.headers, ...more },
  });
  const accepts = ['application/xml', 'text/html, application/json;q=0.1', 'application/*', 'application/json;q=0', ''];
  const secured = (operation.security ?? []).some((schemes) => Object.keys(schemes).length > 0);
  const { Authorization, ...anonymous } = base.headers;
  const keyless = Object.fromEntries(Object.entries(anonymous).filter(([name]) => !name.startsWith('X-ASSISTANT')));
  return [
    ...accepts.map((accept) => having('accept', accept, { Accept: accept })),
    having('accept: malformed', 'json', { Accept: 'json' }),
    having('origin', 'of a page', { Origin: 'https://app.example.org' }),
    { ...having('preflight', 'of a page', {}), ...preflight(base) },
    ...(secured
      ? [
          { ...base, kind: 'credential: missing', what: '', headers: keyless },
          ...(Authorization === undefined
            ? []
            : ['Basic abc', 'Bearer', 'bearer x'].map((value) =>
                having('credential: another scheme', value, { Authorization: value }),
              )),
        ]
      : []),
  ];
}

function preflight({ method, target }: Change): Pick<Variant, 'method' | 'target' | 'headers'> {
  return {
    method: 'OPTIONS',
    target,
    headers: {
      Origin: 'https://app.example.org',
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'authorization, content-type',
    },
  };
}

const NUMBERS = ['1e1', '%201', '1%20', '0x10', '1.5', 'many', '01', '+1'];
const HUGE = ['9007199254740993', '9223372036854775808', '99999999999999999999'];

function wrongTexts(schema: Schema): readonly (readonly [string, string])[] {
  const kinds: [string, readonly string[]][] = [
    ['empty', ['']],
    ['space', ['%20']],
    ['broken escape', ['%zz', '%c0%af']],
    ['emoji', ['%F0%9F%90%B3']],
  ];
  if (schema.type === 'integer')
    kinds.push(['no integer', NUMBERS], ['huge', HUGE], ['negative', ['-1']], ['zero', ['0']]);
  if (typeof schema.maximum === 'number') kinds.push(['above the maximum', [String(schema.maximum + 1)]]);
  if (schema.type === 'boolean') kinds.push(['no boolean', ['yes', '1', 'TRUE']]);
  return kinds.flatMap(([kind, texts]) => texts.map((text) => [kind, text] as const));
}

function parameters(document: OpenApiDocument, { path, requests, operation }: Sampled): Change[] {
  const [plain] = requests;
  const full = requests.find(({ name }) => name === 'every parameter') ?? plain;
  return (operation.parameters ?? []).flatMap((parameter): Change[] => {
    const schema = resolved(document, parameter.schema);
    const texts = wrongTexts(schema);
    if (parameter.in === 'path') return inPath(path, parameter, texts, plain);
    if (parameter.in === 'query') return inQuery(parameter, texts, plain, full);
    if (parameter.in !== 'header') return [];
    const base = toChange(plain, '', '');
    return texts
      .filter(([, text]) => !text.includes('%'))
      .map(([kind, text]) => ({
        ...base,
        kind: `header: ${kind}`,
        what: `${parameter.name}: ${text}`,
        headers: { ...base.headers, [parameter.name]: text },
      }));
  });
}

function inPath(
  path: string,
  { name }: ParameterObject,
  texts: readonly (readonly [string, string])[],
  plain: SampleRequest,
): Change[] {
  const base = toChange(plain, '', '');
  const segments = path.split('/');
  const index = segments.indexOf(`{${name}}`);
  const [own = '', query = ''] = base.target.split('?');
  return texts.map(([kind, text]) => {
    const changed = own.split('/').map((segment, at) => (at === index ? text : segment));
    const target = changed.join('/') + (query === '' ? '' : `?${query}`);
    return { ...base, kind: `path parameter: ${kind}`, what: `${name}=${text}`, target };
  });
}

function inQuery(
  { name, required = false }: ParameterObject,
  texts: readonly (readonly [string, string])[],
  plain: SampleRequest,
  full: SampleRequest,
): Change[] {
  const base = toChange(plain, '', '');
  const [path = '', query = ''] = base.target.split('?');
  const others = query.split('&').filter((pair) => pair !== '' && !pair.startsWith(`${name}=`));
  const to = (kind: string, ...pairs: string[]): Change => ({
    ...base,
    kind: `query: ${kind}`,
    what: pairs.join('&') || name,
    target: [path, [...others, ...pairs].join('&')].filter(Boolean).join('?'),
  });
  const known = full.target.split(/[?&]/).find((pair) => pair.startsWith(`${name}=`));
  return [
    ...texts.map(([kind, text]) => to(kind, `${name}=${text}`)),
    to('without a sign', name),
    ...(known === undefined ? [] : [to('twice', known, known), to('capitals', known.toUpperCase())]),
    ...(required ? [to('missing')] : []),
  ];
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

function bodies(document: OpenApiDocument, { requests: [plain], operation }: Sampled): Change[] {
  const base = toChange(plain, '', '');
  const { body } = plain;
  if (operation.requestBody === undefined) {
    // Node.js sends no Content-Length for the body of a GET.
    const more = { 'Content-Type': 'application/json', 'Content-Length': '2' };
    const json = { ...base, headers: { ...base.headers, ...more }, body: '{}' };
    return [{ ...json, kind: 'body: where there is none', what: base.method }];
  }
  const text = JSON.stringify(body);
  const typed = (kind: string, type: string | undefined, content: string | Buffer = text): Change => {
    const { 'Content-Type': _, ...others } = base.headers;
    return {
      ...base,
      kind,
      what: type ?? '',
      headers: type === undefined ? others : { ...others, 'Content-Type': type },
      body: content,
    };
  };
  const json = (kind: string, content: string | Buffer): Change => ({
    ...typed(`body: ${kind}`, 'application/json', content),
    what: String(content).slice(0, 60),
  });
  const { body: _, ...bodiless } = base;
  return [
    { ...bodiless, kind: 'body: none', what: '' },
    ...['text/plain', undefined, 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'].map((type) =>
      typed('media type: another', type),
    ),
    typed('media type: +json', 'application/vnd.x+json'),
    typed('media type: charset', 'application/json; charset=utf-8'),
    typed('media type: capitals', 'Application/JSON'),
    typed('media type: unknown charset', 'application/json; charset=ebcdic'),
    typed('media type: malformed', 'json'),
    json('byte order mark', Buffer.concat([BOM, Buffer.from(text)])),
    json('broken', '{"unfinished": '),
    ...['[]', 'null', '7', '"text"', 'true'].map((content) => json('no object', content)),
    json('empty object', '{}'),
    ...members(document, body, operation.requestBody.content['application/json']?.schema, json),
  ];
}

function members(
  document: OpenApiDocument,
  body: unknown,
  schema: Schema | undefined,
  json: (kind: string, content: string) => Change,
): Change[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const known = resolved(document, schema ?? {});
  const own = Object.entries(body);
  const having = (name: string, value: unknown) => JSON.stringify({ ...body, [name]: value });
  return [
    json('further member', having('x_unknown', 1)),
    ...own.flatMap(([name, value]) => {
      const others = Object.fromEntries(own.filter(([other]) => other !== name));
      const isRequired = known.required?.includes(name) ?? false;
      return [
        json(`${isRequired ? 'required' : 'optional'} member missing`, JSON.stringify(others)),
        json('member null', having(name, null)),
        json('member of another type', having(name, typeof value === 'object' ? 'text' : { a: 1 })),
        json('member as a list', having(name, [[value]])),
        ...(typeof value === 'number' ? [json('number as text', having(name, String(value)))] : []),
        ...(typeof value === 'string'
          ? [json('text empty', having(name, '')), json('text as a number', having(name, 7))]
          : []),
      ];
    }),
  ];
}

function preferences({ requests: [plain], operation }: Sampled): Change[] {
  const base = toChange(plain, '', '');
  const preferring = (kind: string, Prefer: string): Change => ({
    ...base,
    kind: `prefer: ${kind}`,
    what: Prefer,
    headers: { ...base.headers, Prefer },
  });
  const statuses = Object.keys(operation.responses).filter((status) => !status.endsWith('XX'));
  const names = Object.values(operation.responses).flatMap(({ content }) =>
    Object.keys(content?.['application/json']?.examples ?? {}),
  );
  return [
    ...[...new Set([...statuses, '403', '409', '429'])].map((code) => preferring('status', `code=${code}`)),
    ...names.map((name) => preferring('example', `example=${name}`)),
    preferring('unknown example', 'example=nonsense'),
    preferring('unknown status', 'code=503'),
    ...['code=many', 'code=999', 'example='].map((value) => preferring('nonsense', value)),
    {
      ...base,
      kind: 'prefer: in the query',
      what: '',
      target: `${base.target}${base.target.includes('?') ? '&' : '?'}__code=404`,
    },
  ];
}
