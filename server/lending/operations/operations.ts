/** What the lending service does, whichever interface asks. */
import type { Market, Transaction } from '@wallet-services/contract/lending';
import type { MemberCheck } from '../../contract/index.ts';
import type { Payer, PaymentOutcome } from '../../network/index.ts';
import type { PaymentCode, ServiceContext } from '../../service.ts';
import { isoTime } from '../../values/index.ts';
import type { LendingTables } from '../store/tables.ts';
import { listMarkets } from './markets.ts';
import { createPayRequest, findPayRequest, type PayInput } from './pay-requests.ts';
import { takePayment } from './payments.ts';
import { listPriceRequests, type PriceRequest } from './price-requests.ts';
import { listTransactions, type TransactionPage } from './transactions.ts';

/** The operations behind HTTP and RPC. They throw `Refusal` for what a client did wrong. */
export interface Lending {
  markets(): Promise<Market[]>;
  transactions(page: TransactionPage): Promise<Transaction[]>;
  priceRequests(): Promise<PriceRequest[]>;
  /** @returns the link into the wallet */
  pay(input: PayInput): Promise<string>;
  findCode(codeId: string): Promise<PaymentCode | undefined>;
  /** A pay request was paid. */
  payCode(codeId: string, payer: Payer): Promise<PaymentOutcome>;
}

/** @param checkPayRequest that the members of a pay request have the form of the document */
export function createLending({ store, clock, scheme }: ServiceContext, checkPayRequest: MemberCheck): Lending {
  const tables = store.$extendTables<LendingTables>();
  return {
    markets: () => listMarkets(tables),
    transactions: (page) => listTransactions(tables, page),
    priceRequests: () => listPriceRequests(tables),
    async pay(input) {
      const codeId = await createPayRequest(tables, checkPayRequest, input, isoTime(clock()));
      return `${scheme}://codes/${codeId}`;
    },
    findCode: (codeId) => findPayRequest(tables, codeId),
    payCode: (codeId, payer) => takePayment(tables, codeId, payer, isoTime(clock())),
  };
}
