/** Media types in documents and answers. */

/** Without parameters, in small letters: `application/json`. */
function essenceOf(mediaType: string): string {
  return mediaType.split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Whether a media type matches a documented one; `text/*` matches many. */
export function means(documented: string, mediaType: string): boolean {
  const [type, subtype] = essenceOf(documented).split('/');
  const [given, rest] = essenceOf(mediaType).split('/');
  return (type === '*' || type === given) && (subtype === '*' || subtype === rest);
}

/** Whether content of the media type is JSON: `application/json`, `application/problem+json`. */
export function isJson(mediaType: string): boolean {
  return /^application\/(json|[\w.-]+\+json)$/.test(essenceOf(mediaType));
}
