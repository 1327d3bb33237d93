import type { Conversation, Turn } from '@wallet-services/contract/assistant';
import { describe, expect, test } from 'vitest';
import { dataOf, servedAssistant } from '../../testing/assistant.ts';
import { keptLog } from '../../testing/server.ts';

const middleware = (name: string, options: object = {}) => ({ middlewares: [{ name, options }] });

describe('a turn fails with the code of its reason', () => {
  test.each([
    [901, 1, 'internal server error'],
    [902, 2, 'the middleware fail failed'],
    [903, 3, 'the model is configured wrongly'],
    [904, 4, 'the model did not respond'],
    [905, 5, 'there is no such bot'],
    [906, 6, 'there is no such conversation'],
    [907, 7, 'there is no such model'],
  ])('bot %d gives code %d', async (bot, code, message) => {
    const { one } = await servedAssistant();
    const { id } = await one.converse(bot);
    const turn = await one.sendTurn(id, 'Hello');
    expect(turn).toMatchObject({ status: 3, response: '', total_tokens: 0, error: { code, message } });
    const { history } = dataOf<Conversation>(await one.get(`/conversations/${id}`));
    expect(history?.[0]?.error).toEqual({ code, message });
    // The conversation continues.
    expect(await one.sendTurn(id, 'Again')).toMatchObject({ status: 3 });
  });

  test('a missing bot is reported with code 5, a missing model with code 7', async () => {
    const { one } = await servedAssistant({ assistant: { bots: [{ id: 1, name: 'Stray', model: 'nowhere' }] } });
    const harbor = await one.sendTurn('8d1e2f30-4a5b-4c6d-8e7f-90a1b2c3d4e5', 'Hello');
    expect(harbor).toMatchObject({ status: 3, error: { code: 5, message: 'there is no bot 2' } });
    const { id } = await one.converse();
    expect(await one.sendTurn(id, 'Hello')).toMatchObject({
      status: 3,
      error: { code: 7, message: 'there is no model nowhere' },
    });
  });

  test('an internal error is logged, and the client gets no details', async () => {
    const { log, lines } = keptLog();
    const { one } = await servedAssistant({ log });
    const { id } = await one.converse();
    expect(await one.sendTurn(id, 'Hello', middleware('fail'))).toMatchObject({ status: 3, error: { code: 2 } });
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'a turn failed', turn: expect.any(Number) }));
  });
});

describe('middlewares', () => {
  async function resultsOf(override: object): Promise<Turn> {
    const { one } = await servedAssistant({ assistant: { middleware_timeout_ms: 2_000 } });
    const { id } = await one.converse();
    return one.sendTurn(id, 'How do I redeem receipt tokens?', override);
  }

  test('that succeeded have no code and no err', async () => {
    const turn = await resultsOf({
      middlewares: [
        { name: 'delay', options: { ms: 1 } },
        { name: 'search', options: { limit: 2, unknown: true } },
      ],
    });
    expect(turn.status).toBe(2);
    expect(turn.middleware_results).toEqual([
      { name: 'delay', opts: { ms: 1 } },
      { name: 'search', opts: { limit: 2, unknown: true } },
    ]);
    expect(turn.response).toContain('pay its receipt tokens to the market');
    expect(turn.response?.match(/^- /gm)).toHaveLength(2);
  });

  test.each([
    ['no middleware of that name', 1, 'serach', { limit: 5 }],
    ['a name that every object has', 1, 'constructor', {}],
    ['the empty name', 1, '', {}],
    ['a limit of 0', 2, 'search', { limit: 0 }],
    ['a limit beyond the most', 2, 'search', { limit: 129 }],
    ['a limit that is no number', 2, 'search', { limit: '3' }],
    ['a limit that is null', 2, 'search', { limit: null }],
    ['a fraction', 2, 'search', { limit: 1.5 }],
    ['no milliseconds', 2, 'delay', {}],
    ['no options, where one is needed', 2, 'delay', undefined],
    ['negative milliseconds', 2, 'delay', { ms: -1 }],
    ['a timeout of 0', 2, 'search', { timeout_ms: 0 }],
    ['a middleware that fails', 3, 'fail', {}],
    ['a middleware that takes too long', 4, 'delay', { ms: 60_000 }],
    ['a middleware that takes longer than its own timeout', 4, 'delay', { ms: 150, timeout_ms: 20 }],
  ])('fail with a code and an err: %s', async (_what, code, name, options) => {
    const turn = await resultsOf({
      middlewares: [
        { name: 'delay', options: { ms: 0 } },
        { name, options },
        { name: 'search', options: {} },
      ],
    });
    expect(turn).toMatchObject({
      status: 3,
      response: '',
      error: { code: 2, message: `the middleware ${name} failed` },
    });
    // The middlewares after the failed one did not run.
    expect(turn.middleware_results).toEqual([
      { name: 'delay', opts: { ms: 0 } },
      { name, opts: options ?? {}, code, err: expect.stringMatching(/\w/) },
    ]);
  });

  test('search finds records of the calling application only', async () => {
    const { one, other } = await servedAssistant();
    await other.index({ secret: 'the axolotl is pink' });
    const { id } = await one.converse();
    const turn = await one.sendTurn(id, 'axolotl', middleware('search'));
    expect(turn).toMatchObject({ status: 2, response: 'You said: axolotl' });
  });
});

describe('an override', () => {
  test('is shown as it was sent', async () => {
    const { one } = await servedAssistant();
    const { id } = await one.converse();
    for (const override of [
      { temperature: 0, prompt: '', boundary_prompt: '', middlewares: [] },
      { temperature: 0.7 },
      { boundary_prompt: '' },
      {},
      { unknown: { nested: [null, 1e21, '\u0000', '\ud800'] }, prompt: 'Sing' },
      { middlewares: [{ name: 'search', options: { limit: 1, more: { deep: [] } }, extra: 1 }] },
    ]) {
      const posted = await one.post(`/conversations/${id}`, { content: 'x', bot_override: override });
      const { id: turn, bot_override } = dataOf<Turn>(posted);
      expect(bot_override).toEqual(override);
      const read = dataOf<Turn>(await one.get(`/conversations/${id}/${turn}?block_until_response=true`));
      expect(read).toMatchObject({ status: 2 });
      expect(read.bot_override).toEqual(override);
    }
  });

  test('applies to its own turn only, and keeps the settings that it leaves out', async () => {
    const { one } = await servedAssistant();
    const { id } = await one.converse(2);
    const names = ({ middleware_results }: Turn) => middleware_results?.map(({ name }) => name);
    expect(names(await one.sendTurn(id, 'redeem'))).toEqual(['search']);
    expect(names(await one.sendTurn(id, 'redeem', { middlewares: [] }))).toEqual([]);
    expect(names(await one.sendTurn(id, 'redeem', { temperature: 0 }))).toEqual(['search']);
    const next = await one.sendTurn(id, 'redeem');
    expect(names(next)).toEqual(['search']);
    expect(next.bot_override).toEqual({});
  });

  test('changes the token counts: a longer prompt costs more, an empty one less', async () => {
    const { one } = await servedAssistant();
    const tokens = async (override?: object) => {
      const { id } = await one.converse(2);
      return (await one.sendTurn(id, 'quokka', override)).total_tokens;
    };
    const own = await tokens();
    expect(await tokens()).toBe(own);
    expect(await tokens({ prompt: '' })).toBeLessThan(own);
    expect(await tokens({ boundary_prompt: '' })).toBeLessThan(own);
    expect(await tokens({ prompt: 'word '.repeat(100) })).toBeGreaterThan(own + 50);
  });
});

test('a turn with any text is answered', async () => {
  const { one } = await servedAssistant();
  const { id } = await one.converse();
  for (const content of ['', ' ', '\u0000', '\ud800', '赎回 🚀', '"\\\n', 'x'.repeat(200_000)]) {
    const turn = await one.sendTurn(id, content, middleware('search'));
    expect(turn).toMatchObject({ status: 2, request: content, error: {} });
    expect(turn.response?.startsWith(`You said: ${content}`)).toBe(true);
  }
});
