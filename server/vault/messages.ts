/** Translates RPC messages to the inputs of the operations. */
import type { PageInput } from './operations/paging.ts';

/**
 * Converts a page request. A number that JavaScript cannot represent exactly is no known cursor, and above every limit.
 */
export function pageInput({ cursor, limit }: { cursor?: bigint; limit?: bigint }): PageInput {
  return {
    cursor: cursor === undefined ? undefined : Number(cursor),
    limit: limit === undefined ? undefined : Number(limit),
  };
}
