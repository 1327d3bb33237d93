import { expect, it } from 'vitest';
import { documentOf, mockOf } from '../testing/document.ts';
import { mayBacktrack } from './limited.ts';

it.each([
  '^[0-9]+$',
  '^[0-9a-f]{8}-[0-9a-f]{4}$',
  '^\\d{4}-\\d{2}$',
  'abc',
  '^[*+?{|]+$',
  '^\\+\\*x*$',
  '^(?<year>\\d{4})$',
])('matching %s takes linear time', (pattern) => {
  expect(mayBacktrack(pattern)).toBe(false);
});

it.each(['^(a+)+$', 'a+$', '^a*a*$', '^(a?){30}a{30}$', '^(a|a)*$', '^(?:a|aa){1,}$', '\\s+$'])(
  'matching %s may take more',
  (pattern) => {
    expect(mayBacktrack(pattern)).toBe(true);
  },
);

const hostile = `${'a'.repeat(60)}!`;
const json = (schema: object, more: object = {}) => ({ content: { 'application/json': { schema, ...more } } });

const documentWith = (pattern: string) => {
  const text = { type: 'string', pattern };
  return documentOf({
    '/texts': {
      get: {
        parameters: [{ name: 'q', in: 'query', schema: text }],
        responses: { 200: { description: 'ok', ...json({ type: 'integer' }, { example: 1 }) } },
      },
      post: {
        requestBody: json({ type: 'object', patternProperties: { [pattern]: { type: 'integer' } } }),
        responses: { 200: { description: 'ok', ...json({ type: 'integer' }, { example: 1 }) } },
      },
    },
    '/own': { get: { responses: { 200: { description: 'ok', ...json(text, { example: hostile }) } } } },
  });
};

it.each(['^(a+)+$', '^([a-z]+)*$', '^(a|aa)+$'])('answers, and reports that %s was not judged', async (pattern) => {
  await using running = await mockOf({ 'api.json': documentWith(pattern) });
  const notJudged = expect.stringContaining(JSON.stringify(JSON.stringify(pattern)).slice(1, -1));
  const body = JSON.stringify({ [hostile]: 'x' });
  const headers = { 'content-type': 'application/json' };
  for (const [path, init] of [
    [`/texts?q=${hostile}`, {}],
    ['/texts', { method: 'POST', headers, body }],
    ['/own', {}],
  ] as const) {
    const response = await fetch(running.url + path, init);
    expect([response.status, response.headers.get('sl-violations')]).toEqual([200, notJudged]);
  }
  expect((await fetch(`${running.url}/texts?q=aa`)).headers.get('sl-violations')).toBeNull();
  expect((await fetch(`${running.url}/texts?q=!`)).status).toBe(422);
});

it('answers with the example when generating a text for the pattern takes too long', async () => {
  const text = { type: 'string', pattern: '^(((a{1,1000}){1,1000}){1,1000})$' };
  const document = documentOf({
    '/p': { get: { responses: { 200: { description: 'ok', ...json(text, { example: 'a' }) } } } },
  });
  await using running = await mockOf({ 'api.json': document }, { dynamic: true });
  expect(await (await fetch(`${running.url}/p`)).json()).toBe('a');
});
