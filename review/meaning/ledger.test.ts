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

describe('rules that schemas cannot express', () => {
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
    ['another expression', side([rule]), side([{ ...rule, expression: 'a > b' }]), ['not-compared shop.order']],
    ['another statement', side([rule]), side([{ ...rule, clauses: ['a'] }]), ['text-changed shop.order']],
    [
      'other statements of several rules',
      side([rule, other]),
      side([
        { ...rule, clauses: ['a'] },
        { ...other, clauses: ['a'] },
      ]),
      ['text-changed 2 rules'],
    ],
    ['a second entry of one id', side([rule]), side([rule, { ...rule, text: 'b' }]), ['not-compared shop.order']],
    [
      'an unknown member of a question',
      side([rule]),
      side([rule], [{ ...question, x: 1 }]),
      ['not-compared shop.limit'],
    ],
  ])('shows %s', (_what, base, head, expected) => {
    expect(kinds(base, head)).toEqual(expected);
  });

  it('is read from the documents too, at any place', () => {
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

describe('where a rule or a question applies', () => {
  const operations = (rules: Readonly<Record<string, readonly JsonObject[]>>) =>
    new Map([
      [
        'shop',
        {
          info: { title: 'Shop' },
          paths: Object.fromEntries(
            Object.entries(rules).map(([name, list]) => [
              `/${name}`,
              { get: { operationId: name, ...(list.length === 0 ? {} : { 'x-rules': list }) } },
            ]),
          ),
        },
      ],
    ]);
  const shown = (base: LedgerSide, head: LedgerSide) =>
    compareLedger(base, head).map(
      ({ kind, sides, places }) =>
        `${kind} at ${places[0]?.operation ?? 'all'}: ${sides.clients.class}, ${sides.servers.class}`,
    );

  it('identifies it: a moved rule is removed here and added there', () => {
    const moved = { ...rule, operation: 'read' };
    expect(
      shown(
        { ...side([rule]), documents: operations({ list: [rule], read: [] }) },
        { ...side([moved]), documents: operations({ list: [], read: [rule] }) },
      ),
    ).toEqual(['rule-added at read: unclear, breaking', 'rule-removed at list: breaking, compatible']);
  });

  it.each([
    ['an operation', { operation: 'read' }, 'rule-removed at list: breaking, compatible'],
    ['an RPC method', { operation: 'Shop/Read' }, 'rule-removed at list: breaking, compatible'],
    ['the whole service', { operation: null }, 'rule-removed at list: breaking, compatible'],
    ['another service', { service: 'store' }, 'rule-removed at list: breaking, compatible'],
  ])('counts in the ledger only: moved to %s', (_what, change, expected) => {
    expect(shown(side([rule]), side([{ ...rule, ...change }]))).toContain(expected);
  });

  it('counts for a question: another subject is another question', () => {
    const found = shown(side([rule], [question]), side([rule], [{ ...question, subject: 'Order.total' }]));
    expect(found).toEqual([
      'question-opened at Order.total: compatible, compatible',
      'question-closed at Shop: compatible, compatible',
    ]);
  });

  it('is reported once when the ledger lists one of several places', () => {
    const base = { ...side([rule]), documents: operations({ list: [rule], read: [rule] }) };
    const head = { ...side([{ ...rule, operation: 'read' }]), documents: operations({ list: [], read: [rule] }) };
    expect(shown(base, head)).toEqual(['rule-removed at list: breaking, compatible']);
  });

  it('stays the same when only its operation is renamed', () => {
    const document = (operationId: string) =>
      new Map([['shop', { paths: { '/list': { get: { operationId, 'x-rules': [rule] } } } }]]);
    const base = { ...side([rule]), documents: document('list') };
    const head = { ...side([{ ...rule, operation: 'all' }]), documents: document('all') };
    expect(shown(base, head)).toEqual([]);
  });

  it('is the service, whatever the title of its document', () => {
    const titled = (title: string) => ({
      ...side([rule], [{ ...question, subject: title }]),
      documents: new Map([['shop', { info: { title } }]]),
    });
    expect(shown(titled('Shop'), titled('Store'))).toEqual([]);
  });

  it('matches a rule whose id changed', () => {
    expect(shown(side([rule]), side([{ ...rule, id: 'shop.list.order' }]))).toEqual([
      'rule-renamed at list: documentation, documentation',
    ]);
  });
});
