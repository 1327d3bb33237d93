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

/** What was preferred and is answered with: the header `Preference-Applied`. */
export function appliedPreferences(preferences: Partial<IHttpOperationConfig>): string {
  const { exampleKey: example, ...others } = preferences;
  return Object.entries({ ...others, ...(example === undefined ? {} : { example }) })
    .map(([name, value]) => `${name}=${/^[\w.-]*$/.test(String(value)) ? value : JSON.stringify(value)}`)
    .join(', ');
}

/**
 * An operation that has the preferred answer where Prism looks for it: an example that is asked for by its name alone is
 * of any status, and the answers of a range such as `4XX` say the status that is asked for. What the document does not
 * have comes back as the error to answer with.
 */
export function withPreferredAnswer(
  operation: IHttpOperation,
  config: AnswerConfig,
): { readonly operation: IHttpOperation; readonly config: AnswerConfig } | UnfitPreference {
  const { code, exampleKey: example } = config;
  if (code === undefined && example === undefined) return { operation, config };
  const fitting = fittingAnswers(operation.responses.flatMap(shownBy), { code, example }, operation.iid ?? 'it');
  if (isUnfit(fitting)) return new UnfitPreference(fitting);
  const [{ status, response: shownIn }] = fitting;
  const preferred = { ...config, code: status };
  if (shownIn === String(status)) return { operation, config: preferred };
  // A response of its own comes first, even where the document has one of this status: that one lacks the example.
  const range = operation.responses.find((response) => response.code === shownIn);
  const response = range === undefined ? [] : [onlyWith(range, fitting)];
  return { operation: { ...operation, responses: [...response, ...operation.responses] }, config: preferred };
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
      examples: answers.map(({ name = 'status', body }) => ({ id: name, key: name, value: body })),
    }),
  );
  return { ...range, code: String(answers[0].status), contents };
}
