/** How the mock answers: Prism's own mocker, steered where it would answer less than the document can. */
import { createRequire } from 'node:module';
import type { IHttpOperationConfig, IHttpResponse, PrismHttpComponents } from '@stoplight/prism-http';
import { DiagnosticSeverity, type IHttpOperation, type IHttpOperationResponse } from '@stoplight/types';
import type { Log } from './log.ts';
import type { Answering } from './own-answers.ts';
import { type AnswerConfig, UnfitPreference, withPreferredAnswer } from './prefer.ts';
import { recipeOf, type Schema } from './recipe.ts';

type Mock = PrismHttpComponents['mock'];
type Diagnostics = Parameters<Mock>[0]['input']['validations'];
type Answer = ReturnType<ReturnType<Mock>>;

// Prism exports neither from its entry point; and loaders disagree on what the default of a CommonJS module is.
const require = createRequire(import.meta.url);
const { default: answerOfPrism }: { default: Mock } = require('@stoplight/prism-http/dist/mocker');
const { validateOutput }: Pick<PrismHttpComponents, 'validateOutput'> = require('@stoplight/prism-http/dist/validator');

/** Dynamic answers that are tried before the documented example is sent instead. */
const ATTEMPTS = 5;

/**
 * Makes the component that answers for the operations of one document.
 *
 * A refusal of an invalid request is the one that the document spells out. A dynamic answer is checked against the
 * document before it is sent; when none can be made, the documented example is the answer, never a 500.
 */
export function createAnswering({ operations, usual }: Answering, log: Log): Mock {
  const recipes = new Map(operations.map((operation) => [operation, withRecipes(operation)]));

  return ({ resource, input, config: settings }) =>
    (logger) => {
      const ask = (operation: IHttpOperation, how: IHttpOperationConfig): Answer =>
        // A copy, because Prism writes the negotiated media types into it.
        answerOfPrism({ resource: operation, input, config: { ...how } })(logger);

      const faults = input.validations.filter(({ severity }) => severity === DiagnosticSeverity.Error);
      if (faults.length > 0) return ask(withSpelledOutRefusals(resource, faults), settings);
      const { plain = false }: AnswerConfig = settings;
      const own = plain ? usual.get(resource) : undefined;
      const preferred = withPreferredAnswer(resource, { ...settings, ...own });
      if (preferred instanceof UnfitPreference) return { _tag: 'Left', left: preferred };
      const { operation, config } = preferred;
      if (!config.dynamic) return ask(operation, config);

      const varied = (operation === resource ? recipes.get(resource) : undefined) ?? withRecipes(operation);
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const answer = ask(varied, config);
        if (isRefusal(answer) || isValid(resource, answer)) return answer;
      }
      log(
        'warn',
        `cannot generate a valid dynamic response for ${resource.method} ${resource.path}: sending the example`,
      );
      return ask(operation, { ...config, dynamic: false });
    };
}

/** A deliberate answer of Prism's own, such as 404 for a status that is not documented; not a generator that failed. */
function isRefusal(answer: Answer): boolean {
  if (answer._tag === 'Right') return false;
  const error = answer.left;
  return 'status' in error && typeof error.status === 'number' && error.status < 500;
}

function isValid(resource: IHttpOperation, answer: Answer): boolean {
  return answer._tag === 'Right' && validateOutput({ resource, element: throughJson(answer.right) })._tag === 'Right';
}

/** What a client will read: JSON drops what it cannot say. */
function throughJson(response: IHttpResponse): IHttpResponse {
  if (response.body === undefined) return response;
  const body: unknown = JSON.parse(JSON.stringify(response.body));
  return { ...response, body };
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

/**
 * Prism looks for 422 before 400, and takes any other documented refusal (`4XX`) for one. Without that range it
 * finds the 400 that the document spells out for a missing or malformed input.
 */
function withSpelledOutRefusals(operation: IHttpOperation, faults: Diagnostics): IHttpOperation {
  const expected = faults.some(({ code }) => Number(code) === 401) ? ['401'] : ['400', '415', '422'];
  const responses = operation.responses.filter(({ code }) => !code.endsWith('XX'));
  return responses.some(({ code }) => expected.includes(code)) ? { ...operation, responses } : operation;
}
