import { expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '../../config/index.ts';
import { startServer } from '../../index.ts';
import { StartError } from '../../start-error.ts';
import { readAssistantOptions } from './config.ts';

const application = { app_id: '51F0C3A2-7b84-4d96-a1e3-09c8d7f6b5a4', secret: 'shh' };
const bot = { id: 7, name: 'Harbor' };

test('nothing chosen is nothing chosen', () => {
  expect(readAssistantOptions(undefined)).toEqual({});
  expect(readAssistantOptions(null)).toEqual({});
  expect(readAssistantOptions({})).toEqual({});
});

test('every option can be set', () => {
  const options = {
    applications: [application],
    models: {
      writer: {
        kind: 'openai',
        base_url: 'https://models.example.org/v1',
        model: 'small',
        api_key_env: 'KEY',
        timeout_ms: 5,
      },
      plain: { kind: 'echo' },
      bad: { kind: 'faulty', code: 3 },
    },
    bots: [
      {
        ...bot,
        model: 'writer',
        prompt: '',
        boundary_prompt: '',
        temperature: 0,
        middlewares: [{ name: 'search', options: { limit: 3 } }],
      },
      { id: 8, name: 'Plain', middlewares: [{ name: 'fail' }] },
    ],
    conversation_lifetime: 60,
    concurrency: 2,
    middleware_timeout_ms: 100,
    block_limit_ms: 0,
  };
  expect(readAssistantOptions(options)).toEqual({
    ...options,
    applications: [{ ...application, app_id: application.app_id.toLowerCase() }],
    bots: [options.bots[0], { id: 8, name: 'Plain', middlewares: [{ name: 'fail', options: {} }] }],
  });
});

test.each([
  ['assistant is not a mapping', 'text'],
  ['assistant is not a mapping', []],
  ['the configuration has an unknown member assistant.robots: use applications, models, bots', { robots: [] }],
  ['assistant.applications is not a list', { applications: {} }],
  ['assistant.applications[0].app_id is not a UUID', { applications: [{ ...application, app_id: 'me' }] }],
  ['assistant.applications[0].secret is missing', { applications: [{ app_id: application.app_id }] }],
  ['assistant.applications[0].secret is not a non-empty text', { applications: [{ ...application, secret: '' }] }],
  ['assistant.applications has the same app_id twice', { applications: [application, application] }],
  ['assistant.bots[1].id is not a whole number', { bots: [bot, { ...bot, id: 'one' }] }],
  ['assistant.bots has the same id twice', { bots: [bot, bot] }],
  ['assistant.bots[0].name is missing', { bots: [{ id: 1 }] }],
  ['assistant.bots[0].temperature is not a number', { bots: [{ ...bot, temperature: 'warm' }] }],
  ['assistant.bots[0].middlewares[0].name is missing', { bots: [{ ...bot, middlewares: [{}] }] }],
  ['the configuration has an unknown member assistant.bots[0].color', { bots: [{ ...bot, color: 'blue' }] }],
  ['assistant.models.x.kind is missing: it must be one of echo, openai, faulty', { models: { x: {} } }],
  ['assistant.models.x.kind is not one of echo, openai, faulty', { models: { x: { kind: 'oracle' } } }],
  ['assistant.models.x.base_url is missing', { models: { x: { kind: 'openai', model: 'm' } } }],
  ['assistant.models.x.code is not a whole number from 1 to 7', { models: { x: { kind: 'faulty', code: 8 } } }],
  ['assistant.models.x.code is not one of 1, 3, 4, 5, 6, 7', { models: { x: { kind: 'faulty', code: 2 } } }],
  ['assistant.concurrency is not a whole number from 1', { concurrency: 0 }],
  ['assistant.conversation_lifetime is not a whole number', { conversation_lifetime: Number.POSITIVE_INFINITY }],
])('%s', (message, value) => {
  expect(() => readAssistantOptions(value)).toThrow(StartError);
  expect(() => readAssistantOptions(value)).toThrow(message);
});

test('no message repeats a secret', () => {
  const wrong = { applications: [{ app_id: 'sk-secret', secret: ['sk-secret'] }] };
  expect(() => readAssistantOptions(wrong)).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining('sk-secret') }),
  );
});

test('the server does not start with a part that does not hold', async () => {
  const config = { ...DEFAULT_CONFIG, assistant: { bots: 7 } };
  await expect(startServer({ port: 0, rpcPort: 0, config })).rejects.toThrow(StartError);
});
