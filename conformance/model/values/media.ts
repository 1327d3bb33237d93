/** Media types in documents and answers. */
import { closeness } from '@wallet-services/kit/media';

export { isJson } from '@wallet-services/kit/media';

/** Whether a media type matches a documented one; `text/*` matches many. */
export function means(documented: string, mediaType: string): boolean {
  return closeness(documented, mediaType) > 0;
}
