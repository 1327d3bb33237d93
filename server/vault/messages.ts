/** Translates between the messages of RPC and what the operations take. */
import type { PageInput } from './operations/paging.ts';

/** A number that JavaScript cannot represent exactly was no cursor of a page, and is above every limit. */
export function pageInput({ cursor, limit }: { cursor?: bigint; limit?: bigint }): PageInput {
  return {
    cursor: cursor === undefined ? undefined : Number(cursor),
    limit: limit === undefined ? undefined : Number(limit),
  };
}
