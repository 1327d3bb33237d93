import { expect, it } from 'vitest';
import { normalised } from '../../model/document/normalised.ts';
import { bareService } from '../../model/target.ts';
import { jsonReply } from '../../mutation/proxy/reply.ts';
import { start } from '../../mutation/proxy/start.ts';
import { contractOf } from '../../run/contract.ts';
import { runSuite } from '../../run/suite.ts';

interface Row {
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** The names of credentials that the server requires, of those that a request has. */
  readonly takes: (names: readonly string[]) => boolean;
  readonly method?: string;
  /** Credentials of the target. Default: one and two. */
  readonly credentials?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is not passed, of the rules on inputs. */
  readonly verdicts: readonly string[];
}

const both: Row['security'] = [{ one: [], two: [] }];
const either: Row['security'] = [{ one: [] }, { two: [] }];
const has =
  (...wanted: readonly string[]) =>
  (names: readonly string[]) =>
    wanted.every((name) => names.includes(name));
const OPEN = ['input.unsigned-refused: fail'];
const REJECTED = ['input.valid-accepted: fail'];

const rows: Readonly<Record<string, Row>> = {
  'an operation that takes its credential': { security: [{ one: [] }], takes: has('one'), verdicts: [] },
  'one that is open': { security: [{ one: [] }], takes: has(), verdicts: OPEN },
  'one that is open, for a run without credentials': {
    security: [{ one: [] }],
    takes: has(),
    credentials: {},
    verdicts: OPEN,
  },
  'a write that is open': { security: [{ one: [] }], takes: has(), method: 'post', verdicts: OPEN },
  'a deletion, which is not tried': {
    security: [{ one: [] }],
    takes: has(),
    method: 'delete',
    verdicts: ['input.unsigned-refused: unsupported'],
  },
  'two credentials that are needed together': { security: both, takes: has('one', 'two'), verdicts: [] },
  'one of them that is enough': { security: both, takes: has('one'), verdicts: OPEN },
  'either of two credentials': { security: either, takes: (names) => names.length > 0, verdicts: [] },
  'only one of two alternatives': { security: either, takes: has('one'), verdicts: REJECTED },
  'a credential that may be left out': { security: [{}, { one: [] }], takes: has(), verdicts: [] },
  'one that the server demands nevertheless': { security: [{}, { one: [] }], takes: has('one'), verdicts: REJECTED },
  'a header of the target, which may be a credential': {
    security: [{ one: [] }],
    takes: has(),
    credentials: {},
    headers: { 'X-Own': 'key' },
    verdicts: [],
  },
  'a certificate': { security: [{ tls: [] }], takes: has(), verdicts: ['input.unsigned-refused: unsupported'] },
};

const scheme = (name: string) => ({ type: 'apiKey', in: 'header', name: `X-${name}` });

it.each(Object.entries(rows))('%s', async (_, row) => {
  const { security, takes, method = 'get', credentials = { one: '1', two: '2' }, headers = {} } = row;
  const server = await start(async ({ headers: given, path }) => {
    if (path !== '/it' && !path.startsWith('/it/')) return jsonReply(404, {});
    const names = ['one', 'two'].filter((name) => given[`x-${name}`] !== undefined);
    return jsonReply(takes(names) ? 200 : 401, {});
  });
  const responses = {
    200: { description: '', content: { 'application/json': { schema: {} } } },
    401: { description: '' },
  };
  const path = method === 'delete' ? '/it/{id}' : '/it';
  const document = normalised({
    openapi: '3.1.0',
    info: { title: 'It', version: '1' },
    paths: { [path]: { [method]: { operationId: 'doIt', security, responses } } },
    components: { securitySchemes: { one: scheme('One'), two: scheme('Two'), tls: { type: 'mutualTLS' } } },
  });
  const target = { services: { it: { ...bareService(server.origin), credentials, headers } }, allowInconclusive: [] };
  try {
    const { services } = await runSuite(target, { contract: contractOf(document), reproduce: false });
    const checks = services.flatMap((one) => one.checks).filter(({ rule }) => /^input\..*(signed|accepted)/.test(rule));
    const others = checks.filter(({ verdict }) => verdict !== 'pass');
    expect(others.map(({ rule, verdict }) => `${rule}: ${verdict}`)).toEqual(row.verdicts);
    const isJudged = security.every((all) => Object.keys(all).length > 0) && Object.keys(headers).length === 0;
    expect(checks.some(({ rule }) => rule === 'input.unsigned-refused')).toBe(isJudged);
  } finally {
    await server.close();
  }
});
