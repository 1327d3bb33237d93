/** Small APIs and recorded traces, for tests of judgements without a server. */
import { standalone } from '../builtin/inputs/standalone.ts';
import type { Send, SuiteContext } from '../core/context.ts';
import type { Judgement } from '../core/judgement.ts';
import { conversationOf, rulesOfDeclaration } from '../families/index.ts';
import { inputOracle } from '../generate/oracle.ts';
import { callOf } from '../model/call.ts';
import { buildApi, operationOf } from '../model/document/api.ts';
import type { OpenApiDocument } from '../model/document/document.ts';
import { schemaJudge } from '../model/document/schemas.ts';
import type { Call, Exchange } from '../model/exchange.ts';
import { type Input, noInput } from '../model/input.ts';
import { bareService, type ServiceTarget } from '../model/target.ts';
import { hold } from '../run/cases.ts';
import { judgeCase } from '../run/judge/judge.ts';
import { openWallet } from '../sign-in/wallet.ts';

/** An operation of a small API: `GET /shelves/{shelf}/books`. */
export interface SmallOperation {
  readonly request: string;
  /** Names of optional query parameters, with their allowed words where these are few: `genre=fable|atlas`. */
  readonly query?: readonly string[];
  /** Names of optional headers. */
  readonly headers?: readonly string[];
  /** Security schemes that are needed together. */
  readonly security?: readonly string[];
  /** Schema of a required JSON body, with its example. */
  readonly body?: { readonly schema: object; readonly example: unknown };
  /** Schema of the successful answer; null where it has no body. */
  readonly answer?: object | null;
  readonly behaviour?: readonly object[];
}

export interface SmallApi {
  readonly operations: Readonly<Record<string, SmallOperation>>;
  readonly schemas?: Readonly<Record<string, object>>;
  /** Security schemes other than bearer tokens. */
  readonly schemes?: Readonly<Record<string, object>>;
  /** Declarations of the whole service. */
  readonly behaviour?: readonly object[];
}

const text = { type: 'string' };

function queryParameter(written: string) {
  const [name, words] = written.split('=');
  return { name, in: 'query', schema: words === undefined ? text : { ...text, enum: words.split('|') } };
}

function operationObject(
  operationId: string,
  { request, query = [], headers = [], body, security, answer, behaviour }: SmallOperation,
) {
  const [, path = ''] = request.split(' ');
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => {
    return { name, in: 'path', required: true, schema: text, example: `an-unknown-${name}` };
  });
  const inHeaders = headers.map((name) => ({ name, in: 'header', schema: text }));
  const media = (schema: object, example?: unknown) => ({
    'application/json': { schema, ...(example === undefined ? {} : { example }) },
  });
  return {
    operationId,
    parameters: [...inPath, ...query.map(queryParameter), ...inHeaders],
    ...(body === undefined ? {} : { requestBody: { required: true, content: media(body.schema, body.example) } }),
    responses:
      answer === null ? { 204: { description: '' } } : { 200: { description: '', content: media(answer ?? {}) } },
    security: security === undefined ? [] : [Object.fromEntries(security.map((name) => [name, []]))],
    ...(behaviour === undefined ? {} : { 'x-behaviour': behaviour }),
  };
}

/** The document of a small API; its security schemes are bearer tokens unless the API has others. */
export function smallDocument({ operations, schemas = {}, schemes = {}, behaviour = [] }: SmallApi): OpenApiDocument {
  const paths: Record<string, Record<string, object>> = {};
  for (const [id, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = operation.request.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(id, operation) };
  }
  const bearer = { type: 'http', scheme: 'bearer' };
  const named = Object.values(operations).flatMap(({ security = [] }) => security.map((name) => [name, bearer]));
  return {
    info: { title: 'Small', version: '1' },
    paths,
    components: { schemas, securitySchemes: { ...Object.fromEntries(named), ...schemes } },
    'x-behaviour': behaviour,
  } as unknown as OpenApiDocument;
}

/** The beginning of the ids of demanded rules. */
export const DEMANDED = 'small.';

/** A rule of a declaration, in the form of the documents. */
export function demanded(aspect: string, level: 'must' | 'should' | 'observe' = 'must') {
  return { id: `${DEMANDED}${aspect}`, aspect, level, text: `What ${aspect} says.`, source: 'the contract' };
}

/** The context of a check, for a small API. */
export function smallSuite(api: SmallApi, target: Partial<ServiceTarget> = {}): SuiteContext {
  const document = smallDocument(api);
  const schemas = schemaJudge(document);
  return {
    api: buildApi('vault', document, { rules: [], questions: [] }),
    schemas,
    oracle: inputOracle(document, schemas),
    target: { ...bareService('http://127.0.0.1'), ...target },
    wallet: openWallet({}, 1),
    rpcProtocols: [],
    rpc: null,
    seed: 1,
    run: 'a-run',
    found: new Map(),
    fuzz: 0,
    profile: standalone,
  };
}

/** The answer of a server: a status, and a JSON body. */
export type Answered = readonly [status: number, json: unknown] | { readonly ok: unknown };

function exchangeOf(call: Call, answered: Answered): Exchange {
  const [status, json] = 'ok' in answered ? [200, answered.ok] : answered;
  const body = JSON.stringify(json) ?? '';
  return {
    call,
    url: `http://127.0.0.1${call.kind === 'http' ? call.path : ''}`,
    method: call.kind === 'http' ? call.method : 'POST',
    headers: {},
    requestBody: call.kind === 'http' ? (call.body?.text ?? null) : null,
    outcome: {
      kind: 'answer',
      status,
      contentType: 'application/json',
      retryAfter: null,
      body: { text: body, bytes: body.length, json: { ok: true, value: json } },
    },
  };
}

/** An exchange of an operation, as it may have been recorded. */
export function exchange(
  suite: SuiteContext,
  operation: string,
  answered: Answered,
  input: Partial<Input> = {},
): Exchange {
  const call = callOf(operationOf(suite.api, operation), { ...noInput, ...input }, { label: operation });
  return exchangeOf(call, answered);
}

/** Answers a call from a record: by `GET /path?query`, in the recorded order where one was sent several times. */
function fromRecord(record: Readonly<Record<string, Answered | readonly Answered[]>>): Send {
  const request = new Map<string, number>();
  return async (call) => {
    const key = call.kind === 'http' ? `${call.method} ${call.path}` : `rpc ${call.method}`;
    const bare = key.split('?')[0] ?? key;
    const found = record[key] ?? record[bare];
    if (found === undefined) return exchangeOf(call, [404, { msg: `nothing is recorded for ${key}` }]);
    const times = request.get(key) ?? 0;
    request.set(key, times + 1);
    const several = Array.isArray(found) && (found.length === 0 || (typeof found[0] === 'object' && found[0] !== null));
    const all = several ? (found as readonly Answered[]) : [found as Answered];
    return exchangeOf(call, all[Math.min(times, all.length - 1)] ?? [404, null]);
  };
}

/**
 * The judgements on each aspect of the only declaration with rules in an API, with answers from a record in place of a
 * server: those of its conversation, and those of watching.
 *
 * @param record answers by `GET /path?query`, or without the query; a list answers one call after the other.
 */
export async function reportedOf(
  suite: SuiteContext,
  record: Readonly<Record<string, Answered | readonly Answered[]>> | Send,
): Promise<Readonly<Record<string, readonly Judgement['verdict'][]>>> {
  const { api } = suite;
  const declared = api.declarations.filter(({ rules }) => rules.length > 0);
  const conversations = declared.flatMap((one) => conversationOf(one, api) ?? []);
  const send = typeof record === 'function' ? record : fromRecord(record);
  const found = new Map<string, Set<Judgement['verdict']>>();
  for (const conversation of conversations) {
    const finished = await hold(conversation, send, suite);
    if (finished.error !== null) throw finished.error;
    const rules = declared.flatMap((one) => rulesOfDeclaration(one, api));
    for (const [id, placed] of judgeCase(finished, rules, suite).judgements) {
      const verdicts = found.get(id) ?? new Set();
      for (const { judgement } of placed) verdicts.add(judgement.verdict);
      found.set(id, verdicts);
    }
  }
  return Object.fromEntries([...found].map(([id, verdicts]) => [id.replace(DEMANDED, ''), decided([...verdicts])]));
}

/** The verdicts that would be reported: an inconclusive one is irrelevant beside others. */
function decided(verdicts: readonly Judgement['verdict'][]): readonly Judgement['verdict'][] {
  const others = verdicts.filter((verdict) => verdict !== 'inconclusive');
  return others.length === 0 ? verdicts : others;
}
