/** Answers requests by Prism's own mocker, with corrections where it would answer less than the document allows. */
import { createRequire } from 'node:module';
import type { IPrismDiagnostic } from '@stoplight/prism-core';
import type { IHttpOperationConfig, IHttpResponse, PrismHttpComponents } from '@stoplight/prism-http';
import type { IHttpOperation, IHttpOperationResponse } from '@stoplight/types';
import { inTime, limited } from './input/limited.ts';
import { isError, validateOutput } from './input/validate.ts';
import type { Log } from './log.ts';
import { withoutRanges } from './output/ranges.ts';
import type { OwnAnswer } from './own-answers.ts';
import { type AnswerConfig, responseFor, UnfitPreference, withPreferredAnswer } from './prefer.ts';
import { recipeOf, revived, type Schema } from './recipe.ts';
import { RefusedRequest, statusOf } from './refused.ts';

type Mock = PrismHttpComponents['mock'];
type Answer = ReturnType<ReturnType<Mock>>;

// Prism's entry point does not export it, and loaders disagree on the default export of a CommonJS module.
const require = createRequire(import.meta.url);
const { default: answerOfPrism }: { default: Mock } = require('@stoplight/prism-http/dist/mocker');

const validateInTime = limited(validateOutput);

/** Number of attempts at a dynamic answer before the documented example is sent instead. */
const ATTEMPTS = 5;

/** The sources of answers. */
export interface Answering {
  readonly operations: readonly IHttpOperation[];
  /** The user's own answers to an operation; the first is the default. */
  ownOf(operation: IHttpOperation): readonly OwnAnswer[];
  /** The next answer that a test has set with `use`, which this call uses up. */
  nextOf(operation: IHttpOperation): OwnAnswer | undefined;
  /**
   * Whether deviations beyond the document are accepted, as the sandbox does: such as an `Accept` that nothing fits.
   */
  readonly asSandbox: boolean;
}

/**
 * Creates the component that answers the operations of a document.
 *
 * An invalid request gets the rejection that the document declares. A dynamic answer is validated before it is sent;
 * when none can be generated, the documented example is the answer, never a 500.
 */
export function createAnswering({ ownOf, nextOf, asSandbox }: Answering, log: Log): Mock {
  const recipes = new WeakMap<IHttpOperation, IHttpOperation>();
  const recipesOf = (operation: IHttpOperation): IHttpOperation => {
    const known = recipes.get(operation) ?? withRecipes(operation);
    recipes.set(operation, known);
    return known;
  };

  return ({ resource, input, config: settings }) =>
    (logger) => {
      const answer = (operation: IHttpOperation, how: IHttpOperationConfig): Answer =>
        // A copy, because Prism writes the negotiated media types into it.
        answerOfPrism({
          resource: withoutRanges(operation, input.data.headers?.['accept']),
          input,
          config: { ...how },
        })(logger);
      const send = (operation: IHttpOperation, how: IHttpOperationConfig): Answer => {
        const accepting = withJsonForItsKind(operation, how, input.data.headers?.['accept']);
        const given = answer(operation, accepting);
        if (!asSandbox || !isNotAcceptable(given)) return given;
        return answer(operation, { ...how, mediaTypes: ['*/*'] });
      };

      const faults = input.validations.filter(isError);
      if (faults.length > 0)
        return refuse(resource, faults, (operation, how) => answer(operation, { ...settings, ...how }));
      const { plain = false }: AnswerConfig = settings;
      const own = ownOf(resource);
      const usual = plain ? (nextOf(resource) ?? own[0]) : undefined;
      if (usual !== undefined) return { _tag: 'Right', right: toResponse(usual) };
      const preferred = withPreferredAnswer(resource, settings, own);
      if (preferred instanceof UnfitPreference) return { _tag: 'Left', left: preferred };
      const { operation, config } = preferred;
      if (preferred.own !== undefined) return { _tag: 'Right', right: toResponse(preferred.own) };
      if (!config.dynamic) return send(operation, config);

      const varied = operation === resource ? recipesOf(resource) : withRecipes(operation);
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const made = inTime(resource, () => asMade(send(varied, config)));
        if (made.kind === 'undecided') break;
        if (isRefusal(made.result) || isValid(resource, made.result)) return made.result;
      }
      log(
        'warn',
        `cannot generate a valid dynamic response for ${resource.method} ${resource.path}: sending the example`,
      );
      return send(operation, { ...config, dynamic: false });
    };
}

/** One of the user's own answers. Its header `content-type` determines how its body is written. */
function toResponse({ status, headers, body, content }: OwnAnswer): IHttpResponse {
  const type = content === undefined ? {} : { 'content-type': content.mediaType };
  // Prism's type does not allow repeated headers, but the code that sends the response supports them.
  return { statusCode: status, headers: { ...headers, ...type } as Record<string, string>, body };
}

/** Lets `application/json` also stand for `application/problem+json` when the document has nothing closer. */
function withJsonForItsKind(
  { responses }: IHttpOperation,
  how: IHttpOperationConfig,
  accept = '',
): IHttpOperationConfig {
  if (how.mediaTypes !== undefined || !/application\/json/i.test(accept)) return how;
  const types = responses.flatMap(({ contents = [] }) => contents.map(({ mediaType }) => mediaType));
  const others = [...new Set(types.filter((type) => /\+json\s*(;|$)/i.test(type)))];
  return others.length === 0
    ? how
    : { ...how, mediaTypes: [...accept.split(','), ...others.map((type) => `${type};q=0.1`)] };
}

function isNotAcceptable(answer: Answer): boolean {
  return answer._tag === 'Left' && 'status' in answer.left && answer.left.status === 406;
}

/** The documented rejection for the problem; otherwise one of the mock's own, which describes the problem. */
function refuse(
  operation: IHttpOperation,
  faults: readonly IPrismDiagnostic[],
  answer: (operation: IHttpOperation, how: Partial<IHttpOperationConfig>) => Answer,
): Answer {
  const status = statusOf(faults);
  const refused: Answer = { _tag: 'Left', left: new RefusedRequest(status, faults, operation) };
  // In the order in which Prism searches for them.
  const codes = status === 401 || status === 404 ? [status] : status === 415 ? [415, 422, 400] : [422, 400];
  const spelled = codes.find((code) => operation.responses.some((response) => response.code === String(code)));
  const range = operation.responses.some(({ code }) => code.toUpperCase() === '4XX');
  const isDefault = operation.responses.some(({ code }) => code === 'default');
  const code = range && status === 415 ? 415 : (spelled ?? (range || isDefault ? status : undefined));
  if (code === undefined) return refused;
  const preferred = withPreferredAnswer(operation, { dynamic: false, code });
  if (preferred instanceof UnfitPreference) return refused;
  const response = responseFor(preferred.operation, code);
  // The request is rejected, so the body of a successful response must not answer it.
  const only = {
    ...preferred.operation,
    responses: response === undefined ? [] : [{ ...response, code: String(code) }],
  };
  const given = answer(only, {});
  return given._tag === 'Right' ? given : refused;
}

/** Whether Prism answered with a deliberate error, such as 404 for an undocumented status; not a failed generator. */
function isRefusal(answer: Answer): boolean {
  if (answer._tag === 'Right') return false;
  const error = answer.left;
  return 'status' in error && typeof error.status === 'number' && error.status < 500;
}

function isValid(resource: IHttpOperation, answer: Answer): boolean {
  return answer._tag === 'Right' && validateInTime({ resource, element: throughJson(answer.right) })._tag === 'Right';
}

/** The value that the client will read: JSON drops values that it cannot represent. */
function throughJson(response: IHttpResponse): IHttpResponse {
  if (response.body === undefined) return response;
  const body: unknown = JSON.parse(JSON.stringify(response.body));
  return { ...response, body };
}

function asMade(answer: Answer): Answer {
  return answer._tag === 'Left' ? answer : { ...answer, right: { ...answer.right, body: revived(answer.right.body) } };
}

function withRecipes(operation: IHttpOperation): IHttpOperation {
  return { ...operation, responses: operation.responses.map(withRecipe) };
}

function withRecipe(response: IHttpOperationResponse): IHttpOperationResponse {
  const contents = response.contents?.map((content) => {
    if (!isSchema(content.schema)) return content;
    const values = (content.examples ?? []).flatMap((example) => ('value' in example ? [example.value] : []));
    return { ...content, schema: recipeOf(content.schema, values) as typeof content.schema };
  });
  return contents === undefined ? response : { ...response, contents };
}

function isSchema(schema: unknown): schema is Schema {
  return typeof schema === 'object' && schema !== null;
}
