/** Makes the document's examples fit the server: with records, conversations and turns of the run's own. */

import { BASE, type InputProfile } from '@wallet-services/conformance/builtin';
import { orNull, type SuiteContext } from '@wallet-services/conformance/core';
import { isObject, type JsonObject, noInput, operationOf, pathInputs } from '@wallet-services/conformance/model';
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

/** Variants with every input as the examples have it. */
const whole = ['every input', BASE];

export const assistantProfile: InputProfile = {
  /** Which bots there are is open. Where nothing could be made the example stays as it is, and names what may not exist. */
  isCertain({ operation, path }, { api, target }) {
    if (operation === null) return false;
    if (operation === 'createConversation') return target.known['bot_id'] !== undefined;
    const inPath = operationOf(api, operation).parameters.filter((parameter) => parameter.in === 'path');
    const segments = new Set(new URL(path, 'http://localhost').pathname.split('/').map(decodeURIComponent));
    return !inPath.some(({ example }) => segments.has(String(example)));
  },
  apart: ['resetIndexes'],
  /** What is on no server by itself. */
  async complete({ id }, ctx) {
    const { suite } = ctx;
    const about = hasOtherApplication(suite) ? '' : `, about ${populationWord(suite)}`;
    switch (id) {
      case 'createConversation':
        return { body: { bot_id: await someBot(ctx), user_identity: freshUser(suite, 'inputs'), lang: 'en' } };
      case 'createTurn':
        return { body: turnBody(suite) };
      case 'createIndexes':
        // One record alone: what is wrong with it is wrong with the request. Without a second application whoever wants many
        // records adds them to the caller's, and searches them so.
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
  /** How a timeout is written is not shown, so it is sent where the target says how; a turn says something new each time. */
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
  /** Waits for a turn, since the next one may be refused before it is processed. */
  async settle(exchange, ctx) {
    const { call, url } = exchange;
    const post = viewOf(exchange, 'post');
    if (call.kind !== 'http' || call.operation !== 'createTurn' || post === null) return;
    const operation = operationOf(ctx.suite.api, 'createTurn');
    const { conversation_id: conversation = '' } = pathInputs(operation, new URL(url).pathname);
    await orNull(finishTurn(ctx, { conversation, id: String(post.turn['id']), post }, 'inputs'));
  },
  /** Records of the second application: a search of all of them is emptied by one reset. */
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
  /** Document 3 does not say whether one bad record among good ones, or an empty list, refuses the request. */
  isOpen({ id }, { input }) {
    const items = isObject(input.body) ? input.body['items'] : undefined;
    return id === 'createIndexes' && Array.isArray(items) && items.length !== 1;
  },
  silent: { 'searchIndexes query/n': ['0', '129'], 'searchIndexes query/keywords': [''] },
};
