/** Derived mutants that cannot be detected, by the reason: the documents leave it open, or no response shows it. */

/** Ids; `*` stands for any text. */
type Mutants = readonly string[];

function each(ends: readonly string[], mutant: (end: string) => string): Mutants {
  return ends.map(mutant);
}

const byReason: Readonly<Record<string, Mutants>> = {
  'a comment token lasts a year: only a target that names an old one (expired_credentials) can show it': [
    'comment *: CommentToken expired is accepted',
  ],
  'document 2 calls airdrops a draft: a server need not have them': [
    'comment createAirdrop: status 404',
    'comment createAirdrop: status 418',
  ],
  'rewards are paid by airdrops, and the comments that the suite makes have none; lists show others': each(
    ['createComment', 'favorComment', 'unfavorComment'],
    (operation) => `comment ${operation} 200 /data/rewards/*: *`,
  ),
  'what no id can name has nothing, as what no id names: a list without items is right': each(
    ['comment listReplies: path/comment_id', 'swap listCandles: path/*', 'swap listMyTransactions: path/*'],
    (input) => `${input} in another form is accepted`,
  ),
  'the answer of POST /oauth is not shown, nor what it needs beside broker_id and label': [
    'swap authorizeWallet: status 404',
    'swap authorizeWallet: status 418',
  ],
  'document 2 shows an order without an envelope; ts may be left out': [
    'swap readOrder 200 /ts: *',
    'swap readOrder: ts *',
  ],
  'the correct server answers in the form of a collateral type, not in that of an asset': each(
    ['symbol', 'logo', 'chain_id', 'chain', 'chain/*'],
    (member) => `vault readCollateralType 200 /data/${member}: *`,
  ),
  'a number is right in the form of a collateral type, and wrong in that of an asset': [
    'vault readCollateralType 200 /data/price: as a number',
  ],
  'a new conversation has no history': ['assistant createConversation 200 /data/history/*'],
  'a turn is answered before its middlewares and its bot have run; the read turn shows what came of them': [
    'assistant createTurn 200 /data/error/*',
    'assistant createTurn 200 /data/middleware_results/*',
  ],
  'document 3 has it on the answer to a post alone': each(
    ['prompt_tokens', 'completion_tokens'],
    (member) => `assistant readTurn 200 /data/${member}: *`,
  ),
  'document 3 does not show it in the history': each(
    ['prompt_tokens', 'completion_tokens', 'total_tokens'],
    (member) => `assistant readConversation 200 /data/history/*/${member}: *`,
  ),
};

export const equivalents: Mutants = Object.values(byReason).flat();
