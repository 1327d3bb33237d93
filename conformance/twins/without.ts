/** Open questions that no correct variant answers otherwise, with the reason; a variant names every other. */

/** Nothing of it is in a request or an answer. */
const OF_THE_TEXT = 'it is about the documents themselves: no request and no answer has anything of it';

const BOTH_SHOWN = 'both forms are documented, each in its place, so that a server cannot answer otherwise';

const ELSEWHERE = 'it happens between the user, the wallet and the network, where no request of the suite comes';

const NOTHING_TO_ASK = 'the documents show nothing that a request could ask for';

const AS_READ = 'the contract reads it one way; another reading is told as advice, and fails nothing';

/** By the reason. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  [OF_THE_TEXT]: [
    ...['lending.rpc.package', 'lending.lifetime.binding', 'comment.names.brand', 'comment.createAirdrop.draft'],
    ...['comment.signIn.bad-login-method-name', 'swap.rpc', 'vault.names'],
  ],
  [BOTH_SHOWN]: [
    ...['lending.envelope.wrapping', 'lending.Market.price_updated_at.name', 'lending.PayResponse.url.path'],
    ...['comment.users.user-id-type', 'comment.Creator.id.type', 'comment.Reply.comment_id.type'],
    ...['comment.signIn.method-names', 'swap.MarketStat.ts.unit'],
    ...['swap.Transaction.filled_asset_id.name', 'vault.envelope.usual', 'assistant.envelope.usual'],
    ...['assistant.App.app_id.type', 'assistant.Conversation.bot.form', 'assistant.MiddlewareResult.opts.name'],
    ...['assistant.TurnRequest.content.name', 'assistant.Turn.user_id.history', 'assistant.SearchHit.created_at.type'],
  ],
  [ELSEWHERE]: [
    ...['lending.access.token-claims', 'lending.access.network-token', 'lending.PayRequest.with_gas.meaning'],
    ...['comment.createAirdrop.payment-url', 'comment.createAirdrop.code-path', 'comment.signIn.oauth-scopes'],
    ...['comment.signIn.network-token-origin', 'comment.readMe.two-paths', 'comment.access.wallet-token'],
    ...['vault.listMyVaults.token-scope', 'vault.listMyVaults.token-claims', 'assistant.access.credential-form'],
  ],
  [NOTHING_TO_ASK]: [
    ...['lending', 'comment', 'swap', 'vault', 'assistant'].map((service) => `${service}.events`),
    ...['lending.versioning.deprecation', 'comment.versioning', 'swap.versioning', 'assistant.versioning'],
    'comment.Airdrop.status.transitions',
  ],
  [AS_READ]: ['swap.Ticker.base_id.meaning'],
  'the question of each service on refusals is answered by its own variants': ['all.errors.body'],
  'the one list that is shown does not tell whose transactions it leaves out': ['lending.listTransactions.whose'],
  'which limits are refused shows only beside ones that are taken, which the question on malformed inputs tells': [
    ...['lending.Transactions.unset', 'comment.paged.optional'],
  ],
  'the form of the bytes is compared with the object of HTTP as advice': ['lending.Transactions.data-form'],
  'who receives how much is decided when an airdrop is paid, which the suite cannot do': [
    'comment.createAirdrop.strategies',
  ],
  'two accounts of one person, or what makes a thing a person’s, are known to the server alone': [
    ...['comment.signIn.account-resolution', 'vault.listMyVaults.ownership'],
  ],
  'a server that wants the site of a reply leaves the replies undecided, since the suite names none': [
    'comment.createReply.site',
  ],
  'it takes longer than a run, or as long as a turn takes': [
    ...['assistant.readConversation.update'],
    'assistant.readTurn.block-without-timeout',
  ],
  'it takes a second application with records of the same names, which a run must not assume': [
    'assistant.deleteIndex.scope',
  ],
  'a middleware’s options are the target’s to name': ['assistant.MiddlewareOptions.members'],
};

/** The reason for each. */
export const withoutVariant: ReadonlyMap<string, string> = new Map(
  Object.entries(reasons).flatMap(([reason, ids]) => ids.map((id) => [id, reason] as const)),
);
