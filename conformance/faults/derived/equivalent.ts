/** Derived mutants that cannot be found out, with the reason: the documents leave it open, or nothing shows it. */

export interface Equivalent {
  /** Ids; `*` stands for any text. */
  readonly mutants: string;
  readonly reason: string;
}

export const equivalents: readonly Equivalent[] = [
  {
    mutants: 'comment *: CommentToken expired is accepted',
    reason: 'a comment token lasts a year: only a target that names an old one (expired_credentials) can show it',
  },
  ...['404', '418'].map(
    (status): Equivalent => ({
      mutants: `comment createAirdrop: status ${status}`,
      reason: 'document 2 calls airdrops a draft: a server need not have them',
    }),
  ),
  ...['createComment', 'favorComment', 'unfavorComment'].map(
    (operation): Equivalent => ({
      mutants: `comment ${operation} 200 /data/rewards/*: *`,
      reason: 'rewards are paid by airdrops, and the comments that the suite makes have none; lists show others',
    }),
  ),
  ...['comment listReplies: path/comment_id', 'swap listCandles: path/*', 'swap listMyTransactions: path/*'].map(
    (input): Equivalent => ({
      mutants: `${input} in another form is accepted`,
      reason: 'what no id can name has nothing, as what no id names: a list without items is right',
    }),
  ),
  ...['status 404', 'status 418'].map(
    (what): Equivalent => ({
      mutants: `swap authorizeWallet: ${what}`,
      reason: 'the answer of POST /oauth is not shown, nor what it needs beside broker_id and label',
    }),
  ),
  { mutants: 'swap readOrder 200 /ts: *', reason: 'document 2 shows an order without an envelope; ts may be left out' },
  { mutants: 'swap readOrder: ts *', reason: 'document 2 shows an order without an envelope; ts may be left out' },
  ...['symbol', 'logo', 'chain_id', 'chain', 'chain/*'].map(
    (member): Equivalent => ({
      mutants: `vault readCollateralType 200 /data/${member}: *`,
      reason: 'the correct server answers in the form of a collateral type, not in that of an asset',
    }),
  ),
  {
    mutants: 'vault readCollateralType 200 /data/price: as a number',
    reason: 'a number is right in the form of a collateral type, and wrong in that of an asset',
  },
  { mutants: 'assistant createConversation 200 /data/history/*', reason: 'a new conversation has no history' },
  ...['error/*', 'middleware_results/*'].map(
    (member): Equivalent => ({
      mutants: `assistant createTurn 200 /data/${member}`,
      reason: 'a turn is answered before its middlewares and its bot have run; the read turn shows what came of them',
    }),
  ),
  ...['prompt_tokens', 'completion_tokens'].flatMap((member) => [
    {
      mutants: `assistant readTurn 200 /data/${member}: *`,
      reason: 'document 3 has it on the answer to a post alone',
    },
  ]),
  ...['prompt_tokens', 'completion_tokens', 'total_tokens'].map(
    (member): Equivalent => ({
      mutants: `assistant readConversation 200 /data/history/*/${member}: *`,
      reason: 'document 3 does not show it in the history',
    }),
  ),
];
