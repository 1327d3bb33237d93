/** The full-text index of the records. */
import { type FullTextIndex, fullTextIndex } from '../../store/index.ts';

/** Each application has a separate search, so that the records of others do not change its ranking. */
export function recordSearch(appId: number): FullTextIndex {
  return fullTextIndex(`assistant_search_${appId}`, { table: 'assistant_records', id: 'id', tieBy: 'object_id' });
}
