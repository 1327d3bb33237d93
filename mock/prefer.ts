/** Converts the preferences of a request (RFC 7240) to the settings of Prism. */
import type { IHttpOperationConfig, IHttpRequest } from '@stoplight/prism-http';
import type { IHttpOperation, IHttpOperationResponse, IMediaTypeContent } from '@stoplight/types';
import {
  type FittingAnswer,
  fittingAnswers,
  isUnfit,
  preferencesIn,
  type ShownAnswer,
  type UnfitWish,
  wishIn,
} from '@wallet-services/kit/prefer';
import type { OwnAnswer } from './own-answers.ts';

/** How an operation is to be answered. */
export interface AnswerConfig extends IHttpOperationConfig {
  /** Whether the request has no preferences. */
  readonly plain?: boolean;
}

/** A preference that cannot be satisfied. */
export class UnfitPreference extends Error {
  override readonly name = 'UnfitPreference';
  readonly answer: UnfitWish;

  constructor(answer: UnfitWish) {
    super(answer.msg);
    this.answer = answer;
  }
}

/**
 * Reads the header `Prefer`; without it, the query parameters that Prism reads instead.
 *
 * @throws UnfitPreference when a value is invalid
 */
export function readPreferences({ headers, url }: IHttpRequest): Partial<IHttpOperationConfig> {
  const header = headers?.['prefer'];
  const preferences = header === undefined ? inQuery(url.query) : preferencesIn(header);
  const wish = wishIn(preferences) ?? {};
  if (isUnfit(wish)) throw new UnfitPreference(wish);
  const [dynamic, seed] = [preferences.get('dynamic'), preferences.get('seed')];
  if (dynamic !== undefined && dynamic !== 'true' && dynamic !== 'false') {
    const msg = 'dynamic in the header Prefer must be true or false';
    throw new UnfitPreference({ code: 400, msg, hint: 'such as Prefer: dynamic=true' });
  }
  return {
    ...(wish.code === undefined ? {} : { code: wish.code }),
    ...(wish.example === undefined ? {} : { exampleKey: wish.example }),
    ...(dynamic === undefined ? {} : { dynamic: dynamic === 'true' }),
    ...(seed === undefined ? {} : { seed }),
  };
}

function inQuery(query: IHttpRequest['url']['query'] = {}): ReadonlyMap<string, string> {
  const names = ['code', 'example', 'dynamic', 'seed'] as const;
  return new Map(
    names.flatMap((name) => {
      const value = [query[`__${name}`] ?? []].flat()[0];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** The preferences that the answer follows, for the header `Preference-Applied`. */
export function appliedPreferences(preferences: Partial<IHttpOperationConfig>): string {
  const { exampleKey: example, ...others } = preferences;
  return Object.entries({ ...others, ...(example === undefined ? {} : { example }) })
    .map(([name, value]) => `${name}=${/^[\w.-]*$/.test(String(value)) ? value : JSON.stringify(value)}`)
    .join(', ');
}

/** The preferred answer: an operation in which Prism finds it, or one of the user's own answers. */
export interface Preferred {
  readonly operation: IHttpOperation;
  readonly config: AnswerConfig;
  readonly own?: OwnAnswer | undefined;
}

/**
 * Changes an operation so that Prism finds the preferred answer: an example that is requested by name may have any
 * status, and the answers of `4XX` or `default` get the requested status. Returns an error when there is no such
 * example.
 *
 * @param own the user's own answers, which precede those of the document
 */
export function withPreferredAnswer(
  operation: IHttpOperation,
  config: AnswerConfig,
  own: readonly OwnAnswer[] = [],
): Preferred | UnfitPreference {
  const { code, exampleKey: example } = config;
  if (code === undefined && example === undefined) return { operation, config };
  const named = own.find((answer) => example === undefined || answer.name === example);
  if (named !== undefined && (code === undefined || named.status === code)) {
    return { operation, config: { ...config, code: named.status }, own: named };
  }
  const ofCode = own.find((answer) => answer.status === code && (example ?? answer.name) === answer.name);
  if (ofCode !== undefined) return { operation, config, own: ofCode };
  const shown = [
    ...own.map(({ name, status, body }) => ({ name, status: String(status), body, isOwn: true })),
    ...operation.responses.flatMap(shownBy),
  ];
  const fitting = fittingAnswers(shown, { code, example }, operation.iid ?? `${operation.method} ${operation.path}`);
  if (isUnfit(fitting)) return new UnfitPreference(fitting);
  const [{ status, response: shownIn, name }] = fitting;
  const preferred = { ...config, code: status, ...(example === undefined ? {} : { exampleKey: name ?? example }) };
  return { operation: withResponse(operation, shownIn, fitting), config: preferred };
}

/** Adds a response with the requested status before the documented ones: one with this status lacks the example. */
function withResponse(
  operation: IHttpOperation,
  shownIn: string,
  fitting: readonly [FittingAnswer, ...FittingAnswer[]],
): IHttpOperation {
  const response = operation.responses.find(({ code }) => code === shownIn);
  if (response === undefined || shownIn === String(fitting[0].status)) return operation;
  return { ...operation, responses: [onlyWith(response, fitting), ...operation.responses] };
}

/** The response for a status: with the status itself, its range, or `default`. */
export function responseFor({ responses }: IHttpOperation, status: number): IHttpOperationResponse | undefined {
  const range = `${String(status).charAt(0)}XX`;
  return (
    responses.find(({ code }) => code === String(status)) ??
    responses.find(({ code }) => code.toUpperCase() === range) ??
    responses.find(({ code }) => code === 'default')
  );
}

function shownBy({ code: status, contents = [] }: IHttpOperationResponse): ShownAnswer[] {
  const shown = contents.flatMap(({ examples = [] }) =>
    examples.map((example) => ({ status, name: example.key, body: 'value' in example ? example.value : undefined })),
  );
  return shown.length === 0 ? [{ status }] : shown;
}

/** A copy of a range's response with only the given answers, all of one status. */
function onlyWith(range: IHttpOperationResponse, answers: readonly [FittingAnswer, ...FittingAnswer[]]) {
  const contents = (range.contents ?? []).map(
    (content): IMediaTypeContent => ({
      ...content,
      examples: answers.flatMap(({ name = 'status', body }) =>
        body === undefined ? [] : [{ id: name, key: name, value: body }],
      ),
    }),
  );
  return { ...range, code: String(answers[0].status), contents };
}
