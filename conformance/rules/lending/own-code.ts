/** Payments differ in what is paid, so each has a code of its own to pay it by (document 1, Endpoints). */
import type { OwnRule } from '../own.ts';
import { judgeOwnIds } from '../shared/own-ids.ts';
import { askForPayment } from './pay-requests.ts';

export default {
  id: 'lending.createPayRequest.own-code',
  async check(talk, say) {
    const one = await askForPayment(talk, 'this payment');
    const other = await askForPayment(talk, 'that payment');
    say(...judgeOwnIds([one.exchange, other.exchange], ['/url']));
  },
  faults: (at) => ({ 'every payment has the same code': at('createPayRequest').always('/url') }),
} satisfies OwnRule;
