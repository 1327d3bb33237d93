import { describe, expect, it } from 'vitest';
import { named, type Unnamed } from './finding.ts';

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
