/** Media types in documents and answers. */
import { closeness } from '@wallet-services/kit/media';

/** Whether a media type matches a documented one; `text/*` matches many. */
export function means(documented: string, mediaType: string): boolean {
  return closeness(documented, mediaType) > 0;
}

/** Whether content of the media type is JSON: `application/json`, `application/problem+json`, `application/*+json`. */
export function isJson(mediaType: string): boolean {
  return /^application\/(json|(\*|[\w.-]+)\+json)$/.test((mediaType.split(';')[0] ?? '').trim().toLowerCase());
}
