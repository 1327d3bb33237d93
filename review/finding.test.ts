import { describe, expect, it } from 'vitest';
import { inOrder, joinMembers, named, type Unnamed } from './finding.ts';
import { change } from './testing/change.ts';

const FINDING: Unnamed = {
  area: 'http',
  sides: {
    clients: { class: 'breaking', how: '' },
    servers: { class: 'compatible', how: '' },
    mocks: { class: 'compatible', how: '' },
  },
  service: '',
  direction: 'request',
  subject: 'Order',
  member: 'note',
  kind: 'limit-changed',
  change: 'minLength added',
  before: null,
  after: '3',
  places: [],
  pointers: { base: '#/components/schemas/Order/oneOf/0/properties/note', head: null },
  corrected: null,
  request: null,
};

/** Changes of one property each, to which an acceptance of the original must not apply. */
const OTHERS: Readonly<Record<string, Partial<Unnamed>>> = {
  'another limit with the same value': { change: 'maxLength added' },
  'another value': { after: '4' },
  'another member': { member: 'name' },
  'another kind': { kind: 'not-compared' },
  'another alternative': { pointers: { base: '#/components/schemas/Order/oneOf/1/properties/note', head: null } },
  'a response': { direction: 'response' },
};

describe('the id of a finding', () => {
  it.each(Object.entries(OTHERS))('differs for %s', (_name, other) => {
    expect(named({ ...FINDING, ...other }).id).not.toBe(named(FINDING).id);
  });

  it('does not depend on where a component is written in the newer document', () => {
    const pointers = { base: FINDING.pointers?.base ?? null, head: '#/components/schemas/Order/oneOf/3' };
    expect(named({ ...FINDING, pointers }).id).toBe(named(FINDING).id);
  });

  it('exists for each affected operation', () => {
    const { ids } = named({ ...FINDING, parts: ['GET /a body', 'GET /b body'] });
    expect(new Set(ids).size).toBe(2);
  });
});

describe('a finding', () => {
  it.each([
    ['', '', ''],
    ['a', '', 'a'],
    ['', '[]', '[]'],
    ['a', 'b', 'a.b'],
    ['a', '[].b', 'a[].b'],
    ['a', 'b[', 'a.b['],
  ])('in the member %j, then %j, is in %j', (outer, inner, expected) => {
    expect(joinMembers(outer, inner)).toBe(expected);
  });

  it.each([
    [{}, 'http/A/changed/'],
    [{ service: 's', direction: 'request' as const, member: 'b.c' }, 's/request/A.b.c/changed/'],
    [{ area: 'wire' as const, member: '[0]', subject: 'A b' }, 'wire/A:b[0]/changed/'],
    [{ area: 'wire' as const, direction: 'response' as const, member: 'b[' }, 'wire/A.b[/changed/'],
  ])('%j has the id %s', (parts, expected) => {
    const { id, pointers } = named(change('breaking', 'none', { subject: 'A', ...parts }));
    expect(id.replace(/[0-9a-f]{6}$/, '')).toBe(expected);
    expect(pointers).toEqual({ base: null, head: null });
  });

  it('has an id of its own in each alternative', () => {
    const idOf = (base: string | null, head: string | null) =>
      named(change('breaking', 'none', { pointers: { base, head } })).id;
    expect(idOf('#/a/anyOf/0/b', null)).toBe(idOf(null, '#/c/anyOf/0'));
    expect(idOf('#/a/anyOf/0/b', '#/a/anyOf/1')).toBe(idOf('#/anyOf/0', null));
    expect(idOf('#/a/anyOf/0', null)).not.toBe(idOf('#/a/anyOf/1', null));
    expect(idOf('#/a/anyOf/0', null)).not.toBe(idOf('#/a/oneOf/0', null));
  });

  it('is listed by its class, then by its place', () => {
    const own = { subject: 'S', kind: 'k' };
    const sorted = [
      change('breaking', 'none', { ...own, service: 'z' }),
      change('unclear', 'none', { ...own, service: 'a', subject: 'A', member: 'b' }),
      change('unclear', 'none', { ...own, service: 'a', subject: 'B', member: 'a' }),
      change('unclear', 'none', { ...own, service: 'a', subject: 'B', member: 'b', kind: 'a' }),
      change('unclear', 'none', { ...own, service: 'a', subject: 'B', member: 'b', kind: 'b' }),
      change('unclear', 'none', { ...own, service: 'b', subject: 'A' }),
      change('compatible', 'none', { ...own, service: 'a' }),
    ].map(named);
    const moved = [3, 6, 0, 5, 2, 4, 1].flatMap((place) => sorted[place] ?? []);
    expect(inOrder(moved)).toEqual(sorted);
    expect(inOrder(sorted.toReversed())).toEqual(sorted);
  });
});
