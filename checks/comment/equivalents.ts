/** Derived mutants of this service that cannot be detected. */
import type { EquivalentMutants } from '@wallet-services/conformance/core';

export const equivalents: EquivalentMutants = {
  'a comment token lasts a year: only a target that names an old one (expired_credentials) can show it': [
    '*: CommentToken expired is accepted',
  ],
  'document 2 calls airdrops a draft: a server need not have them': [
    'createAirdrop: status 404',
    'createAirdrop: status 418',
  ],
  'rewards are paid by airdrops, and the comments that the suite makes have none; lists show others': [
    'createComment 200 /data/rewards/*: *',
    'favorComment 200 /data/rewards/*: *',
    'unfavorComment 200 /data/rewards/*: *',
  ],
  'what no id can name has nothing, as what no id names: a list without items is right': [
    'listReplies: path/comment_id in another form is accepted',
  ],
};
