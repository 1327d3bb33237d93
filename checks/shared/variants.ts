/** Conforming variants of any service, which differ where the documents leave a choice. */
import type { Variant } from '@wallet-services/conformance/core';
import { inputOracle } from '@wallet-services/conformance/generate';
import {
  documentedHeaders,
  isObject,
  isServiceName,
  type JsonObject,
  type Operation,
  operationFor,
  pathInputs,
  resolved,
  type ServiceName,
  schemaJudge,
} from '@wallet-services/conformance/model';
import {
  type At,
  bodyOf,
  jsonReply,
  type Mutation,
  type Request,
  successOf,
  withHeaders,
  withQuery,
} from '@wallet-services/conformance/mutation';
import type { WholeReply } from '@wallet-services/kit/exchange';
import { replies } from './answers.ts';
import { otherValues } from './values.ts';

/** Changes successful responses over HTTP; RPC protocols define their own form. */
const successes = (change: (reply: WholeReply, request: Request) => WholeReply): Mutation =>
  replies((reply, request) =>
    successOf(reply) === undefined || /\.v1\./.test(request.path) ? reply : change(reply, request),
  );

/** Answers POST with 201, PUT with 202, and reads with 203. */
const otherSuccesses = successes((reply, { method }) => ({
  ...reply,
  status: { POST: 201, PUT: 202, DELETE: 202 }[method] ?? 203,
  contentType: 'application/vnd.example+json',
}));

/** Writes `+00` for Z, and leaves out the minutes of other offsets where they are 0. */
const hoursAlone = successes((reply) => {
  const time = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|([+-]\d\d):00)"/g;
  const body = reply.body.replaceAll(time, (_, moment: string, hours = '+00') => `"${moment}${hours}"`);
  return { ...reply, body };
});

/** The value of a member, as a lenient server reads it. */
function readMember(value: unknown, type: unknown): unknown {
  const isScalar = typeof value === 'number' || typeof value === 'boolean';
  return type === 'string' && isScalar ? String(value) : value;
}

/** Ignores malformed optional inputs, reads numbers as texts, and fills in members that need not be sent. */
function lenient(at: At): Mutation {
  const { document } = at.api;
  const judge = schemaJudge(document);
  const oracle = inputOracle(document, judge);
  const withoutMalformed = (operation: Operation, request: Request): Request => {
    const { path, query, headers } = request;
    const wrong = oracle.problems(
      { ...operation, body: null },
      {
        path: pathInputs(operation, path),
        query: Object.fromEntries(query),
        headers: documentedHeaders(operation, headers),
      },
    );
    return wrong.reduce((passed, problem) => {
      const [where, name = ''] = problem.split('/');
      if (where === 'query') return withQuery(passed, { [name]: undefined });
      return where === 'header' ? withHeaders(passed, { [name]: undefined }) : passed;
    }, request);
  };
  const readBody = ({ body: described }: Operation, body: JsonObject): JsonObject => {
    if (described === null) return body;
    const { properties = {}, required = [], 'x-unmarked': isUnmarked } = resolved(document, described.schema);
    const isFree = isUnmarked === true && Object.keys(properties).every((name) => required.includes(name));
    const read = Object.entries(body).map(([name, value]) => {
      const type = resolved(document, properties[name] ?? {}).type;
      return [name, readMember(value, type)] as const;
    });
    const problems = judge.problems(described.schemaPointer, Object.fromEntries(read), 'request');
    const wrong = new Set(problems.map(({ pointer }) => pointer.split('/')[1]));
    const unread = new Set(problems.map(({ pointer }) => pointer.slice(1)));
    const kept = read.filter(([name]) => !wrong.has(name) || required.includes(name));
    const usual = isObject(described.example) ? described.example : {};
    const filled = isFree ? required.filter((name) => unread.has(name)).map((name) => [name, usual[name]]) : [];
    return { ...Object.fromEntries(kept), ...Object.fromEntries(filled) };
  };
  return () => (request, next) => {
    const operation = operationFor(at.api, request.method, request.path);
    if (operation === undefined) return next(request);
    const passed = withoutMalformed(operation, request);
    const body = bodyOf(passed);
    return next(isObject(body) ? { ...passed, body: JSON.stringify(readBody(operation, body)) } : passed);
  };
}

/** The limits of the variant: longer names and larger pages are rejected. */
const [LONGEST_NAME, LARGEST_PAGE] = [36, 10];

/** The members with names within a body, and those with texts of users. */
const [NAMES, WRITTEN] = [/^(object_id|user_identity)$/, /^content$/];

function textsIn(body: unknown, names: RegExp): readonly string[] {
  if (Array.isArray(body)) return body.flatMap((inner) => textsIn(inner, names));
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, inner]) =>
    names.test(name) && typeof inner === 'string' ? [inner] : textsIn(inner, names),
  );
}

/**
 * Rejects requests that no document obliges it to accept: large pages, long names, and a text that the user wrote
 * before.
 */
const choosy: Mutation = () => {
  const written = new Set<string>();
  return async (request, next) => {
    const { method, path, query, headers } = request;
    if (/\.v1\./.test(path)) return next(request);
    if (Number(query.get('limit') ?? 0) > LARGEST_PAGE) return jsonReply(422, { detail: 'the page is too large' });
    const body = method === 'GET' ? undefined : bodyOf(request);
    if (textsIn(body, NAMES).some((name) => name.length > LONGEST_NAME))
      return jsonReply(422, { detail: 'the name is too long' });
    const isAirdrop = path.endsWith('/airdrops');
    const reported = path.includes('/conversations/') ? [] : isAirdrop ? [request.body] : textsIn(body, WRITTEN);
    const texts = reported.map((text) => `${headers['authorization']} ${text}`);
    if (texts.some((text) => written.has(text))) return jsonReply(409, { detail: 'you wrote that already' });
    const reply = await next(request);
    if (successOf(reply) !== undefined) for (const text of texts) written.add(text);
    return reply;
  };
};

const ofEveryService: readonly Variant[] = [
  {
    id: 'has success statuses and a JSON of its own, offsets of hours alone, and passes over what is malformed',
    about: ['all.success.status', 'all.inputs.malformed', 'all.inputs.required'],
    choices: (at) => [otherSuccesses, hoursAlone, lenient(at)],
  },
  {
    id: 'refuses large pages, long names and a text that was written before',
    about: ['comment.createComment.twice'],
    choices: () => [choosy],
  },
];

/** The variants of every service in addition to its own, with the questions that apply to it. */
export function sharedVariants(service: ServiceName): readonly Variant[] {
  if (!isServiceName(service)) return [];
  const isIts = (id: string) => id.startsWith('all.') || id.startsWith(`${service}.`);
  return [...ofEveryService, otherValues(service)].map(({ about, ...variant }) => ({
    ...variant,
    about: about.filter(isIts),
  }));
}
