import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json.ts';
import { compareLedger, type LedgerSide } from './ledger.ts';

const rule = {
  id: 'shop.order',
  service: 'shop',
  operation: 'list',
  text: 'Newest first.',
  source: 'us',
  level: 'must',
};
const question = { id: 'shop.limit', service: 'shop', subject: 'Shop', text: 'The limit is not shown.', source: 'us' };

function side(rules: readonly JsonObject[], questions: readonly JsonObject[] = [question]): LedgerSide {
  return { documents: new Map(), rules, questions };
}

function kinds(base: LedgerSide, head: LedgerSide): readonly string[] {
  return compareLedger(base, head).map((finding) => `${finding.kind} ${finding.subject}`);
}

describe('what schemas cannot say', () => {
  const other = { ...rule, id: 'shop.state' };

  it.each([
    ['an added rule', side([rule]), side([rule, other]), ['rule-added shop.state']],
    ['a removed rule', side([rule, other]), side([rule]), ['rule-removed shop.state']],
    ['a reworded rule', side([rule]), side([{ ...rule, text: 'Oldest first.' }]), ['rule-reworded shop.order']],
    ['a weaker rule', side([rule]), side([{ ...rule, level: 'should' }]), ['rule-level-changed shop.order']],
    ['another source', side([rule]), side([{ ...rule, source: 'them' }]), ['source-changed shop.order']],
    ['an opened question', side([rule]), side([rule], [question, { ...question, id: 'q' }]), ['question-opened q']],
    ['a closed question', side([rule], [question, { ...question, id: 'q' }]), side([rule]), ['question-closed q']],
    [
      'a reworded question',
      side([rule]),
      side([rule], [{ ...question, text: 'No.' }]),
      ['question-reworded shop.limit'],
    ],
    ['another order', side([rule, other]), side([other, rule]), []],
  ])('shows %s', (_what, base, head, expected) => {
    expect(kinds(base, head)).toEqual(expected);
  });

  it('is read from the documents too, wherever it stands there', () => {
    const documents = (text: string) =>
      new Map([['shop', { paths: { '/a': { get: { operationId: 'list', 'x-rules': [{ ...rule, text }] } } } }]]);
    const found = compareLedger(
      { ...side([]), documents: documents('A.') },
      { ...side([]), documents: documents('B.') },
    );
    expect(found).toMatchObject([{ kind: 'rule-reworded', service: 'shop', before: 'A.', after: 'B.' }]);
    expect(found[0]?.places).toEqual([{ operation: 'list', where: '', member: '' }]);
  });
});
