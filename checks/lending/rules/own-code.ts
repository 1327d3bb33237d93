/** Each payment has a code of its own, since payments differ in their content (document 1, Endpoints). */
import type { OwnRule } from '@wallet-services/conformance/core';
import { answeredAsOne } from '@wallet-services/conformance/mutation';
import { judgeOwnIds } from '../../shared/own-ids.ts';
import { sendPayment } from '../pay-requests.ts';

export default {
  id: 'lending.createPayRequest.own-code',
  async check(ctx, report) {
    // The requests are concurrent: a faulty generator may return the same code twice within a moment.
    const [one, other] = await Promise.all([sendPayment(ctx, 'this payment'), sendPayment(ctx, 'that payment')]);
    report(...judgeOwnIds([one.exchange, other.exchange], ['/url']));
  },
  mutants: (at) => ({
    'every payment has the same code': at('createPayRequest').always('/url'),
    'payments asked for at once have the same code': answeredAsOne(at('createPayRequest')),
  }),
} satisfies OwnRule;
