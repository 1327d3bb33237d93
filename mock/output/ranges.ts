/** Media types that a document gives as a range, such as `image/*`: an answer has one of them. */
import type { IHttpOperation, IHttpOperationResponse } from '@stoplight/types';

/** What is sent where the request accepts anything of a range. */
const USUAL: Readonly<Record<string, string>> = {
  '*/*': 'application/json',
  'application/*': 'application/json',
  'audio/*': 'audio/mpeg',
  'image/*': 'image/png',
  'text/*': 'text/plain',
  'video/*': 'video/mp4',
};

/**
 * An operation that answers with media types in place of ranges: the first that the request names, otherwise the usual one.
 *
 * @param accept the header of the request
 */
export function withoutRanges(operation: IHttpOperation, accept = ''): IHttpOperation {
  if (!operation.responses.some(hasRange)) return operation;
  const wanted = accept.split(',').map((entry) => (entry.split(';')[0] ?? '').trim().toLowerCase());
  const responses = operation.responses.map((response) => ({
    ...response,
    contents: (response.contents ?? []).map((content) => ({
      ...content,
      mediaType: content.mediaType.includes('*') ? oneOf(content.mediaType, wanted) : content.mediaType,
    })),
  }));
  return { ...operation, responses };
}

function hasRange({ contents = [] }: IHttpOperationResponse): boolean {
  return contents.some(({ mediaType }) => mediaType.includes('*'));
}

function oneOf(range: string, wanted: readonly string[]): string {
  const start = range.slice(0, range.indexOf('*')).replace(/^\/$/, '');
  const named = wanted.find((type) => type.startsWith(start) && type.includes('/') && !type.includes('*'));
  const within = wanted.map((type) => USUAL[type]).find((type) => type?.startsWith(start));
  return named ?? within ?? USUAL[range.toLowerCase()] ?? 'application/octet-stream';
}
