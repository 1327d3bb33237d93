/** Adapts the document's examples to the server, with records, conversations and turns of the run. */

import { BASE, type InputProfile } from '@wallet-services/conformance/builtin';
import { orNull, type SuiteContext } from '@wallet-services/conformance/core';
import { isObject, type JsonObject, noInput, operationOf, pathInputs } from '@wallet-services/conformance/model';
import { decoded } from '@wallet-services/kit/decoded';
import { freshUser, someBot } from './conversation.ts';
import { assistantKnown } from './known.ts';
import { hasOtherApplication, idsOf, populate, populationWord, record } from './searches.ts';
import { CONTENT, finishTurn, viewOf } from './turn.ts';

/** A turn with every member; the names of middlewares are withheld, so only a known one is sent. */
function turnBody(suite: SuiteContext): JsonObject {
  const { middleware } = assistantKnown(suite);
  const bot_override = {
    temperature: 0,
    prompt: 'Answer in one sentence.',
    boundary_prompt: '',
    ...(middleware === undefined ? {} : { middlewares: [middleware] }),
  };
  return { content: CONTENT, category: 'plain-text', bot_override };
}

/** Variants with every input from the examples. */
const whole = ['every input', BASE];

export const assistantProfile: InputProfile = {
  /**
   * The available bots are open. Where nothing could be created, the example is unchanged, and may name items that do
   * not exist.
   */
  isCertain({ operation, path }, { api, target }) {
    if (operation === null) return false;
    if (operation === 'createConversation') return target.known['bot_id'] !== undefined;
    const inPath = operationOf(api, operation).parameters.filter((parameter) => parameter.in === 'path');
    const segments = new Set(new URL(path, 'http://localhost').pathname.split('/').map(decoded));
    return !inPath.some(({ example }) => segments.has(String(example)));
  },
  apart: ['resetIndexes'],
  /** Data that no server has by itself. */
  async complete({ id }, ctx) {
    const { suite } = ctx;
    const about = hasOtherApplication(suite) ? '' : `, about ${populationWord(suite)}`;
    switch (id) {
      case 'createConversation':
        return { body: { bot_id: await someBot(ctx), user_identity: freshUser(suite, 'inputs'), lang: 'en' } };
      case 'createTurn':
        return { body: turnBody(suite) };
      case 'createIndexes':
        // A single record, so that only the request can be at fault. Without a second application, rules that need many
        // records add them to the caller's, and search them in this form.
        return { body: { items: [record(suite, 'inputs', `A record that is there to be added${about}.`, '{}')] } };
      case 'searchIndexes': {
        const isPopulated =
          suite.readOnly !== true && (await populate(ctx)).some(({ refusals }) => refusals.length === 0);
        return isPopulated ? { query: { keywords: populationWord(suite) } } : null;
      }
      default:
        return null;
    }
  },
  /** The form of a timeout is not documented, so it is sent where the target gives it; each turn has a new message. */
  refresh({ id }, base, variant, suite) {
    const { name, input } = variant;
    const content = isObject(base.body) ? base.body['content'] : undefined;
    if (id === 'createTurn' && isObject(input.body) && input.body['content'] === content) {
      return { ...variant, input: { ...input, body: { ...input.body, content: `${String(content)} (${name})` } } };
    }
    const { timeout, ...rest } = input.query;
    if (id !== 'readTurn' || timeout === undefined || !whole.includes(name)) return variant;
    const { timeouts } = assistantKnown(suite);
    const query = timeouts === undefined ? rest : { ...rest, timeout: timeouts.long };
    return { ...variant, input: { ...input, query } };
  },
  /** Waits for a turn, since the next one may be rejected before it is processed. */
  async settle(exchange, ctx) {
    const { call, url } = exchange;
    const post = viewOf(exchange, 'post');
    if (call.kind !== 'http' || call.operation !== 'createTurn' || post === null) return;
    const operation = operationOf(ctx.suite.api, 'createTurn');
    const { conversation_id: conversation = '' } = pathInputs(operation, new URL(url).pathname);
    await orNull(finishTurn(ctx, { conversation, id: String(post.turn['id']), post }, 'inputs'));
  },
  /** Records of the second application: one reset deletes all records of a search. */
  async populate(operation, count, ctx) {
    if (operation !== 'searchIndexes') return null;
    const found = (await populate(ctx)).find(
      ({ records, refusals }) => refusals.length === 0 && records.length >= count,
    );
    if (found === undefined) return null;
    const { credentials, records } = found;
    const input = { ...noInput, query: { keywords: populationWord(ctx.suite) } };
    const names = new Set(idsOf(records));
    return { input, credentials, names, count: records.length, takeBack: async () => undefined };
  },
  /** Document 3 does not define whether one bad record among good ones, or an empty list, causes a rejection. */
  isOpen({ id }, { input }) {
    const items = isObject(input.body) ? input.body['items'] : undefined;
    return id === 'createIndexes' && Array.isArray(items) && items.length !== 1;
  },
  silent: { 'searchIndexes query/n': ['0', '129'], 'searchIndexes query/keywords': [''] },
};
