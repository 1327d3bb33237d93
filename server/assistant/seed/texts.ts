/** The articles and notes of a help desk, for the records of the seed. */

/** An article that stands once. */
export interface Article {
  readonly object_id: string;
  readonly data: string;
}

export const articles: readonly Article[] = [
  {
    object_id: 'guide/borrow',
    data: 'To borrow, first pledge collateral. The market lends up to the collateral factor of its value.',
  },
  {
    object_id: 'guide/repay',
    data: 'Repay a loan at any time, in whole or in part. Interest is owed for every block until then.',
  },
  {
    object_id: 'guide/pledge',
    data: 'Pledging locks what you hold in a market as collateral. Take it back when nothing is owed against it.',
  },
  {
    object_id: 'guide/liquidation',
    data: 'When a loan outgrows its collateral, anyone may repay a part of it and take collateral at a discount.',
  },
  {
    object_id: 'guide/swap',
    data: 'A swap trades one asset for another along the best route through the pools. Set the least you accept.',
  },
  {
    object_id: 'guide/add-liquidity',
    data: 'Add both assets of a pair in the ratio of the pool. The share of the pool is credited to your wallet.',
  },
  {
    object_id: 'guide/remove-liquidity',
    data: 'Removing liquidity pays out both assets of the pair, with the fees that were earned since.',
  },
  {
    object_id: 'guide/open-vault',
    data: 'Open a vault by locking collateral, then generate stable coins against it, above the liquidation ratio.',
  },
  {
    object_id: 'guide/close-vault',
    data: 'Pay back what the vault owes, stability fee included, then withdraw the collateral.',
  },
  {
    object_id: 'guide/auction',
    data: 'A vault below its liquidation ratio is auctioned. Bids rise until the debt is covered, then the lot shrinks.',
  },
  {
    object_id: 'guide/sign-in',
    data: 'Sign in with your wallet: allow the application to read your profile, or sign a message. No password is asked.',
  },
  {
    object_id: 'guide/sign-in-message',
    data: 'The message that you sign names the site, your account and the time. It holds for this one sign-in only.',
  },
  {
    object_id: 'guide/comment',
    data: 'Comments stand below each article. Sign in to write one, to reply, or to mark a favourite.',
  },
  {
    object_id: 'guide/airdrop',
    data: 'The owner of a site can reward commenters. Choose who shares, and how: evenly or at random, then pay once.',
  },
  {
    object_id: 'guide/export-history',
    data: 'Your history can be exported as a table from the account page, for any span of up to one year.',
  },
  {
    object_id: 'faq?topic=pending&v=1',
    data: 'A payment is pending until the network has confirmed it. Most are confirmed within a minute.',
  },
  {
    object_id: 'faq?topic=refund&v=1',
    data: 'When an action cannot be carried out, what you paid is refunded to the same wallet, usually at once.',
  },
  {
    object_id: 'faq?topic=slippage&v=3',
    data: 'Slippage is how much worse than quoted a trade may be. Beyond it the trade is rejected and refunded.',
  },
  {
    object_id: 'faq?topic=apy&v=2',
    data: 'The yearly rate follows from how much of a market is lent out: it changes with every block.',
  },
  {
    object_id: 'faq?topic=oracle&v=1',
    data: 'Prices come from several signers. A market without a fresh price takes no new loans.',
  },
  {
    object_id: 'faq?topic=wrong-address&v=1',
    data: 'What was sent to a wrong address on the network cannot be called back. Check the first and last letters.',
  },
  {
    object_id: 'faq?topic=lost-phone&v=2',
    data: 'Lost your phone? Restore the wallet with your PIN and the recovery contact, then sign out other sessions.',
  },
  {
    object_id: 'faq?topic=support-hours&v=4',
    data: 'People answer from 07:00 to 19:00 UTC on weekdays. The assistant answers at any time.',
  },
  {
    object_id: 'faq?topic=stable-pairs&v=1',
    data: 'Pairs of stable coins use a flatter curve, so that large trades move the price less, and cost 0.04 %.',
  },
];

/** Said of each asset: `{asset}` stands for its symbol. */
export const assetArticles: readonly Article[] = [
  { object_id: 'asset/{asset}/deposit', data: 'Deposit {asset} from another wallet: the address stands on its page.' },
  {
    object_id: 'asset/{asset}/withdraw',
    data: 'Withdraw {asset} to any address of its network. The fee is shown before you confirm.',
  },
  {
    object_id: 'asset/{asset}/confirmations',
    data: 'A deposit of {asset} counts after its network has confirmed it, which takes about {minutes} minutes.',
  },
  {
    object_id: 'asset/{asset}/minimum',
    data: 'The smallest withdrawal of {asset} is worth about {dollars} dollars.',
  },
  {
    object_id: 'asset/{asset}/collateral',
    data: '{asset} counts as collateral up to {percent} % of its value. Keep a distance from that line.',
  },
  {
    object_id: 'asset/{asset}/borrow-cap',
    data: 'Loans of {asset} are capped. When the cap is reached, wait until others repay.',
  },
  {
    object_id: 'asset/{asset}/price',
    data: 'The price of {asset} is the median of what the oracle signers report, renewed every few minutes.',
  },
  {
    object_id: 'asset/{asset}/reserve',
    data: 'A part of the interest on {asset} goes to the reserve of its market, which covers bad loans.',
  },
];

/** What the operators note down; `{asset}`, `{minutes}` and the like are filled in. */
export const notes: readonly string[] = [
  'Deposits of {asset} were delayed by {minutes} minutes while a node caught up. All of them have arrived.',
  'The {asset} market was paused for {minutes} minutes for an upgrade. Interest went on as usual.',
  'Withdrawals of {asset} cost more than usual today: its network is busy.',
  'The collateral factor of {asset} is now {percent} %, as the signers voted.',
  'The oracle missed a price of {asset}. Loans were closed for {minutes} minutes, repaying stayed open.',
  'A new pair with {asset} is open for trading. The first to add liquidity set its price.',
  'A user asked why a swap to {asset} was rejected: the price had moved beyond the slippage that was set.',
  'A user asked where the {asset} went: the payment was pending, and arrived after {minutes} minutes.',
  'The borrow rate of {asset} passed {percent} % a year, since most of the market was lent out.',
  'Three vaults with {asset} as collateral were auctioned after its price fell.',
];

/** The records of the second application: another help desk, in the languages of its users. */
export const otherArticles: readonly Article[] = [
  { object_id: 'zh/赎回', data: '如何赎回资产：把凭证代币付回市场，资产会退回您的钱包。' },
  { object_id: 'zh/借款', data: '借款之前请先抵押。可借额度取决于抵押物的价值。' },
  {
    object_id: 'ja/返済',
    data: 'ローンはいつでも一部または全部を返済できます。利息は返済までのブロックごとに加算されます。',
  },
  { object_id: 'ja/担保', data: '担保の価値が下がると、清算されることがあります。余裕をもってお使いください。' },
  { object_id: 'ko/출금', data: '자산을 출금하려면 주소를 입력하고 수수료를 확인하십시오.' },
  {
    object_id: 'es/préstamo',
    data: 'Para pedir un préstamo, primero deje una garantía. Puede devolverlo en cualquier momento.',
  },
  { object_id: 'de/rückzahlung', data: 'Ein Darlehen lässt sich jederzeit ganz oder teilweise zurückzahlen.' },
  {
    object_id: 'fr/échange',
    data: 'Un échange suit la meilleure route à travers les réserves. Fixez le minimum que vous acceptez.',
  },
  { object_id: 'ru/залог', data: 'Если стоимость залога падает, часть долга может погасить любой участник.' },
  { object_id: 'hi/ऋण', data: 'ऋण लेने से पहले संपार्श्विक जमा करें। ऋण कभी भी चुकाया जा सकता है।' },
  { object_id: 'th/ถอน', data: 'ถอนสินทรัพย์ไปยังที่อยู่ใดก็ได้ ค่าธรรมเนียมจะแสดงก่อนยืนยัน' },
  { object_id: 'ar/سحب', data: 'يمكنك سحب الأصول إلى أي عنوان، وتظهر الرسوم قبل التأكيد.' },
];
