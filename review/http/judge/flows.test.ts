import { describe, expect, it } from 'vitest';
import { judgeFlows } from './flows.ts';

const code = {
  authorizationUrl: 'https://a.example.org',
  tokenUrl: 'https://t.example.org',
  scopes: { read: 'Read', write: 'Write' },
};
const flows = { authorizationCode: code };
const text = (value: unknown) => JSON.stringify(value);

describe('the flows of OAuth', () => {
  it.each([
    ['a flow more', { ...flows, password: { scopes: {} } }, 'compatible', 'compatible', 'flow password added'],
    ['a flow less', {}, 'breaking', 'compatible', 'flow authorizationCode removed'],
    [
      'another address',
      { authorizationCode: { ...code, tokenUrl: 'https://x.example.org' } },
      'breaking',
      'breaking',
      'tokenUrl of authorizationCode changed',
    ],
    [
      'an address more',
      { authorizationCode: { ...code, refreshUrl: 'https://x.example.org' } },
      'compatible',
      'compatible',
      'refreshUrl of authorizationCode added',
    ],
    [
      'a scope more',
      { authorizationCode: { ...code, scopes: { ...code.scopes, sign: 'Sign' } } },
      'compatible',
      'compatible',
      'scope sign is offered',
    ],
    [
      'a scope less',
      { authorizationCode: { ...code, scopes: { read: 'Read' } } },
      'breaking',
      'compatible',
      'scope write is no longer offered',
    ],
    [
      'a description',
      { authorizationCode: { ...code, scopes: { ...code.scopes, read: 'See' } } },
      'documentation',
      'documentation',
      'description of scope read changed',
    ],
    [
      'an extension',
      { authorizationCode: { ...code, 'x-a': 1 } },
      'documentation',
      'documentation',
      'x-a of authorizationCode changed',
    ],
  ])('are judged separately: %s', (_what, after, grade, servers, change) => {
    const judged = judgeFlows(text(flows), text(after));
    expect(judged).toMatchObject({ class: grade, servers, change });
    expect(judged.kind).toBe(grade === 'documentation' ? 'text-changed' : 'scheme-changed');
  });

  it('break only clients when an address is removed', () => {
    const { tokenUrl: _, ...rest } = code;
    expect(judgeFlows(text(flows), text({ authorizationCode: rest }))).toMatchObject({
      class: 'breaking',
      servers: 'compatible',
    });
  });

  it('list what is gone before what is new', () => {
    const scopes = { a: 'A', b: 'B', c: 'C' };
    const old = { implicit: { authorizationUrl: 'x', tokenUrl: 't', scopes }, password: {}, same: {} };
    const now = {
      clientCredentials: {},
      same: {},
      implicit: { refreshUrl: 'r', tokenUrl: 'u', scopes: { d: 'D', c: 'E', b: 'B' } },
    };
    expect(judgeFlows(text(old), text(now))).toEqual({
      kind: 'scheme-changed',
      class: 'breaking',
      servers: 'breaking',
      change:
        'authorizationUrl of implicit removed; tokenUrl of implicit changed; refreshUrl of implicit added; scope a is no longer offered; description of scope c changed; scope d is offered; flow password removed; flow clientCredentials added',
      before: 'implicit authorizationUrl: x; implicit tokenUrl: t; implicit scopes: {"a":"A","b":"B","c":"C"}',
      after: 'implicit tokenUrl: u; implicit scopes: {"d":"D","c":"E","b":"B"}; implicit refreshUrl: r',
    });
    expect(judgeFlows(null, text({ implicit: { tokenUrl: 'u' } }))).toMatchObject({
      before: null,
      after: 'implicit tokenUrl: u',
    });
    expect(judgeFlows(text({ implicit: { tokenUrl: 'u' } }), null)).toMatchObject({
      before: 'implicit tokenUrl: u',
      after: null,
    });
  });

  it('show only what changed', () => {
    const after = { authorizationCode: { ...code, tokenUrl: 'https://x.example.org' } };
    expect(judgeFlows(text(flows), text(after))).toMatchObject({
      before: 'authorizationCode tokenUrl: https://t.example.org',
      after: 'authorizationCode tokenUrl: https://x.example.org',
    });
  });

  it('may be added and removed as a whole', () => {
    expect(judgeFlows(null, text(flows)).class).toBe('compatible');
    expect(judgeFlows(text(flows), null).class).toBe('breaking');
  });
});
