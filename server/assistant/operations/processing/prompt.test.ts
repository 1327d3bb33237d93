import { describe, expect, test } from 'vitest';
import { promptMessages } from './prompt.ts';
import { turnSettings } from './settings.ts';
import { countMessageTokens, countTokens } from './tokens.ts';

const bot = {
  id: 1,
  name: 'Harbor',
  prompt: 'Be brief.',
  boundary_prompt: 'Stay ashore.',
  temperature: 0.5,
  middlewares: [{ name: 'search', options: { limit: 3 } }],
};

describe('settings', () => {
  test('are those of the bot when the request overrides none', () => {
    const { id: _id, name: _name, ...own } = bot;
    expect(turnSettings(bot, {})).toEqual(own);
    expect(turnSettings({ id: 1, name: 'Bare' }, {})).toEqual({ prompt: '', boundary_prompt: '', middlewares: [] });
  });

  test.each([
    { temperature: 0 },
    { prompt: '' },
    { boundary_prompt: '' },
    { middlewares: [] },
    { temperature: 0, prompt: '', boundary_prompt: '', middlewares: [] },
  ])('%j overrides that setting only', (override) => {
    expect(turnSettings(bot, override)).toEqual({ ...turnSettings(bot, {}), ...override });
  });
});

describe('a prompt', () => {
  const settings = turnSettings(bot, {});
  const input = { settings, lang: '', records: [], history: [], content: 'Ahoy' };

  test('without further context is the input of the person', () => {
    const bare = { ...input, settings: turnSettings({ id: 1, name: 'Bare' }, {}) };
    expect(promptMessages(bare)).toEqual([{ role: 'user', content: 'Ahoy' }]);
  });

  test('contains the latest turns, as many as fit', () => {
    const history = Array.from({ length: 20 }, (_unused, number) => ({
      request: `question ${number}`,
      response: 'x'.repeat(2_000),
    }));
    const messages = promptMessages({ ...input, history });
    expect(messages[0]).toEqual({ role: 'system', content: 'Be brief.\n\nStay ashore.' });
    expect(messages[1]?.content).toBe('question 9');
    expect(messages).toHaveLength(2 + 11 * 2);
    const tooLong = { request: 'q', response: 'x'.repeat(30_000) };
    expect(promptMessages({ ...input, history: [tooLong] })).toHaveLength(2);
    expect(promptMessages({ ...input, history: history.slice(0, 3) })).toHaveLength(8);
  });
});

test.each([
  ['', 0],
  ['Hello', 1],
  ['Hello, world!', 4],
  ['internationalization', 4],
  ['1234567', 3],
  ['赎回资产', 4],
  ['a b  c\n', 3],
])('%j has %d tokens', (text, tokens) => {
  expect(countTokens(text)).toBe(tokens);
  expect(countMessageTokens([{ content: text }, { content: '' }])).toBe(tokens + 8);
});
