/** A new conversation is empty, and is the one that was asked for. */
import type { Exchange } from '../../../model/exchange.ts';
import { excerpt, isObject, type JsonObject } from '../../../model/json.ts';
import { broken, pass, passUnless } from '../../judgement.ts';
import type { Judgement, Scene } from '../../rule.ts';
import { conversationRule } from '../../shared/conversation.ts';
import { objectOf } from '../../shared/data.ts';
import { readConversationCall } from '../calls.ts';
import { freshUser, type Starting, sayTurn, startConversation } from '../dialogue.ts';
import { assistantKnown } from '../known.ts';

function emptyHistory(exchange: Exchange): readonly Judgement[] {
  const data = objectOf(exchange);
  if (data === null) return [];
  const turns = data['history'];
  if (!Array.isArray(turns) || turns.length === 0) return [pass];
  const actual = `${turns.length} turns`;
  return [broken({ expected: 'an empty history', actual, pointer: '/data/history', exchange })];
}

/** Started, talked in, and started again by the same person: what was said before is no part of it. */
export const createEmptyHistory = conversationRule('assistant.conversations.create-empty-history', () => [
  {
    id: 'new conversations',
    operation: 'createConversation',
    *talk(scene, say) {
      const user = freshUser(scene, 'returning');
      const first = yield* startConversation(scene, say, { label: 'start', user });
      if (first === null) return;
      say(...emptyHistory(first.exchange));
      say(...emptyHistory(yield readConversationCall(scene, first.id, { label: 'read' })));
      if ((yield* sayTurn(scene, say, first.id, 'post')) === null) return;
      const second = yield* startConversation(scene, say, { label: 'start again', user });
      if (second === null) return;
      say(...emptyHistory(second.exchange));
      say(...emptyHistory(yield readConversationCall(scene, second.id, { label: 'read again' })));
    },
  },
]);

/** How languages are written is open: `en` may come back as `en-US`. */
function isSameLanguage(asked: string, answered: unknown): boolean {
  const primary = (text: string) => text.split(/[-_]/)[0]?.toLowerCase();
  return typeof answered === 'string' && primary(answered) === primary(asked);
}

function asAsked(exchange: Exchange, { user, lang, bot }: Starting, { target }: Scene): readonly Judgement[] {
  const data = objectOf(exchange);
  if (data === null) return [];
  const told = (name: string, asked: unknown, actual: unknown, pointer: string) =>
    broken({
      expected: `the ${name} that was asked for: ${excerpt(asked)}`,
      actual: excerpt(actual),
      pointer,
      exchange,
    });
  const { bot: answeredBot, app, user_identity: answeredUser, lang: answeredLang } = data;
  const botId = isObject(answeredBot) ? answeredBot['id'] : undefined;
  const appId = isObject(app) ? String(app['app_id']).toLowerCase() : '';
  const other = target.otherCredentials['AppId']?.toLowerCase();
  return passUnless([
    ...(bot === undefined || botId === bot ? [] : [told('bot', bot, botId, '/data/bot/id')]),
    ...(answeredUser === user ? [] : [told('user_identity', user, answeredUser, '/data/user_identity')]),
    ...(lang === undefined || isSameLanguage(lang, answeredLang)
      ? []
      : [told('lang', lang, answeredLang, '/data/lang')]),
    ...(other === undefined || appId !== other || other === target.credentials['AppId']?.toLowerCase()
      ? []
      : [broken({ expected: 'the calling application', actual: appId, pointer: '/data/app/app_id', exchange })]),
  ]);
}

/** The bot of a request, where the bot was not chosen by the rule. */
function withSentBot({ requestBody }: Exchange, starting: Starting): Starting {
  const sent: JsonObject = JSON.parse(requestBody ?? '{}');
  return typeof sent['bot_id'] === 'number' ? { ...starting, bot: sent['bot_id'] } : starting;
}

export const createAsAsked = conversationRule('assistant.conversations.create-as-asked', (scene) => [
  {
    id: 'conversations',
    operation: 'createConversation',
    *talk(_scene, say) {
      const { other_bot_id: otherBot } = assistantKnown(scene);
      const wanted: readonly Starting[] = [
        { label: 'in English', user: freshUser(scene, 'first asker'), lang: 'en' },
        { label: 'in Japanese', user: `山田 太郎 ${scene.run.slice(0, 8)}`, lang: 'ja', intent: 'open' },
        { label: 'without a language', user: freshUser(scene, 'THIRD.Asker+tag') },
        ...(otherBot === undefined ? [] : [{ label: 'with another bot', user: freshUser(scene, 'x'), bot: otherBot }]),
      ];
      for (const starting of wanted) {
        // Which languages there are is open.
        const started = yield* startConversation(scene, starting.intent === 'open' ? () => undefined : say, starting);
        if (started === null) continue;
        const asked = withSentBot(started.exchange, starting);
        say(...asAsked(started.exchange, asked, scene));
        const label = `read the one ${starting.label}`;
        say(...asAsked(yield readConversationCall(scene, started.id, { label }), asked, scene));
      }
    },
  },
]);
