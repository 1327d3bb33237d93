/** Media types and ranges of them, in documents and messages. */

/** A media type without parameters, in lower case: `application/json`. */
export function essenceOf(mediaType: string): string {
  return mediaType.split(';')[0]?.trim().toLowerCase() ?? '';
}

/** The parameters of a media type, in lower case and without spaces: `;v=2`. */
function parametersOf(mediaType: string): string {
  return mediaType.slice(mediaType.split(';')[0]?.length).replaceAll(/\s/g, '').toLowerCase();
}

/**
 * How closely a documented media type or range matches a given one; 0 where it does not. Of several, the closest
 * describes the content: `application/json` before `application/*+json`, `application/*` and `*` of both.
 */
export function closeness(documented: string, mediaType: string): number {
  const [range, given] = [essenceOf(documented), essenceOf(mediaType)];
  if (range === given) {
    const parameters = parametersOf(documented);
    return parameters === parametersOf(mediaType) ? 6 : parameters === '' ? 5 : 4;
  }
  const [type = '', subtype = ''] = range.split('/');
  const [givenType, rest = ''] = given.split('/');
  if (type !== '*' && type !== givenType) return 0;
  if (subtype.startsWith('*+')) return rest.endsWith(subtype.slice(1)) ? 3 : 0;
  if (subtype !== '*') return type === '*' && subtype === rest ? 1 : 0;
  return type === '*' ? 1 : 2;
}

/** The one of several documented contents that a media type matches most closely; undefined if it matches none. */
export function closestOf<Content extends { readonly mediaType: string }>(
  contents: readonly Content[],
  mediaType: string,
): Content | undefined {
  const closenessOf = (content: Content) => closeness(content.mediaType, mediaType);
  const [closest] = contents.toSorted((left, right) => closenessOf(right) - closenessOf(left));
  return closest !== undefined && closenessOf(closest) > 0 ? closest : undefined;
}

/** Whether content of a media type or range is JSON: `application/json`, `application/problem+json`, `application/*+json`. */
export function isJson(mediaType = ''): boolean {
  return /^\w+\/([^/]+\+)?json$/.test(essenceOf(mediaType));
}
