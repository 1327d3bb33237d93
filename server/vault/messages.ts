/** Translates between the messages of RPC and what the operations take. */
import type { PageInput } from './operations/paging.ts';

/** A number that JavaScript cannot hold exactly is no cursor that a page gave, and above every limit. */
export function pageInput({ cursor, limit }: { cursor?: bigint; limit?: bigint }): PageInput {
  return {
    cursor: cursor === undefined ? undefined : Number(cursor),
    limit: limit === undefined ? undefined : Number(limit),
  };
}
