/** What a request prefers to be answered (RFC 7240), in the settings that Prism takes. */
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
  /** Whether the request leaves it to the mock. */
  readonly plain?: boolean;
}

/** A wish that cannot be fulfilled. */
export class UnfitPreference extends Error {
  override readonly name = 'UnfitPreference';
  readonly answer: UnfitWish;

  constructor(answer: UnfitWish) {
    super(answer.msg);
    this.answer = answer;
  }
}

/**
 * Reads the header `Prefer`; without one, the query parameters that Prism reads in its place.
 *
 * @throws UnfitPreference when a value makes no sense
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

/** The preferences that the answer follows: the header `Preference-Applied`. */
export function appliedPreferences(preferences: Partial<IHttpOperationConfig>): string {
  const { exampleKey: example, ...others } = preferences;
  return Object.entries({ ...others, ...(example === undefined ? {} : { example }) })
    .map(([name, value]) => `${name}=${/^[\w.-]*$/.test(String(value)) ? value : JSON.stringify(value)}`)
    .join(', ');
}

/** What to answer with: an operation that has it where Prism looks for it, or an answer of the user's own. */
export interface Preferred {
  readonly operation: IHttpOperation;
  readonly config: AnswerConfig;
  readonly own?: OwnAnswer | undefined;
}

/**
 * An operation that has the preferred answer where Prism looks for it: an example requested by its name alone may have
 * any status, and the answers of `4XX` or `default` get the requested status. A missing example comes back as the error
 * to answer with.
 *
 * @param own the user's own answers, which come before those of the document
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

/** A separate response, even where the document has one of this status: that one lacks the example. */
function withResponse(
  operation: IHttpOperation,
  shownIn: string,
  fitting: readonly [FittingAnswer, ...FittingAnswer[]],
): IHttpOperation {
  const response = operation.responses.find(({ code }) => code === shownIn);
  if (response === undefined || shownIn === String(fitting[0].status)) return operation;
  return { ...operation, responses: [onlyWith(response, fitting), ...operation.responses] };
}

/** The response of a status: its own, or that of its range, or the default one. */
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

/** A range of statuses as the one status of some answers. */
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
