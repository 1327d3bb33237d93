/** Replaces ranges of media types in a document, such as `image/*`: an answer must have one media type. */
import type { IHttpOperation, IHttpOperationResponse } from '@stoplight/types';

/** The media types that are sent when the request accepts any of a range. */
const USUAL: Readonly<Record<string, string>> = {
  '*/*': 'application/json',
  'application/*': 'application/json',
  'audio/*': 'audio/mpeg',
  'image/*': 'image/png',
  'text/*': 'text/plain',
  'video/*': 'video/mp4',
};

/**
 * Replaces ranges by media types: the first one that the request accepts explicitly, otherwise the default one.
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
