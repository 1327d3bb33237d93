/** Reading a site, a user, the caller and a comment. */
import { outcomeText } from '../../model/exchange.ts';
import { excerpt, isObject, type JsonObject } from '../../model/json.ts';
import { blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import type { Rule, Scene, Script } from '../rule.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { objectOf } from '../shared/data.ts';
import { ask } from './calls.ts';
import { differences, userMembers } from './compare.ts';
import { findSites, nobody, ownComment, readMe, users } from './fixtures.ts';
import { findComments, numberOf, numbersOf } from './found.ts';

/** A thing, and what it is known to say. */
interface Known {
  readonly id: number;
  readonly content?: unknown;
}

/** Reads each thing, the first one once more at the end, and judges that it is the one of the path. */
function* readEach(scene: Scene, say: Say, operation: string, things: readonly Known[]): Script {
  for (const { id, content } of [...things, ...things.slice(0, 1)]) {
    const exchange = yield ask(scene, operation, { label: `${operation} ${id}`, id, intent: 'open' });
    const data = objectOf(exchange);
    const expected = `the one of the path, ${id}`;
    if (data === null) say(blockedBy(exchange));
    else if (data['id'] !== id) {
      say(broken({ expected, actual: excerpt(data['id']), pointer: '/data/id', exchange }));
    } else if (content !== undefined && data['content'] !== content) {
      const said = `${expected}, which says ${excerpt(content)}`;
      say(broken({ expected: said, actual: excerpt(data['content']), pointer: '/data/content', exchange }));
    } else say(pass);
  }
}

export const siteById: Rule = conversationRule('comment.sites.by-id', () => [
  {
    id: 'sites',
    operation: 'readSite',
    *talk(scene, say) {
      const sites = yield* findSites(scene);
      if (sites.length === 0) {
        return say(inconclusive('no site is known', 'name two sites as known.sites in the target file'));
      }
      yield* readEach(
        scene,
        say,
        'readSite',
        sites.map(({ id }) => ({ id })),
      );
    },
  },
]);

/** So many users that are found are read. */
const MOST_USERS = 4;

export const userById: Rule = conversationRule('comment.users.by-id', () => [
  {
    id: 'users',
    operation: 'readUser',
    *talk(scene, say) {
      const mine: JsonObject[] = [];
      for (const credentials of users(scene)) {
        const me = yield* readMe(scene, say, credentials);
        if (me !== null) mine.push(me);
      }
      const comments = yield* findComments(scene);
      const creators = comments.flatMap(({ creator }) => (isObject(creator) ? [creator] : []));
      const numbers = [...new Set([...numbersOf(mine, 'id'), ...numbersOf(creators, 'id')])].slice(0, MOST_USERS);
      if (numbers.length === 0) {
        return say(inconclusive('no user is known', 'name two sites with comments as known.sites in the target file'));
      }
      for (const id of [...numbers, ...numbers.slice(0, 1)]) {
        const exchange = yield ask(scene, 'readUser', { label: `user ${id}`, id, intent: 'open' });
        const user = objectOf(exchange);
        const elsewhere = [...mine, ...creators].find((one) => numberOf(one['id']) === id);
        if (user === null || elsewhere === undefined) {
          say(blockedBy(exchange));
          continue;
        }
        const [wrong] = differences(user, elsewhere, ['id', 'network_user_id', 'created_at']);
        if (user['id'] === id && wrong === undefined) say(pass);
        else {
          const pointer = `/data${wrong?.pointer ?? '/id'}`;
          const expected = `the user of the path, ${id}${wrong === undefined ? '' : `, with ${wrong.expected}`}`;
          say(broken({ expected, actual: wrong?.actual ?? excerpt(user['id']), pointer, exchange }));
        }
      }
    },
  },
]);

export const commentById: Rule = conversationRule('comment.comments.read-by-id', () => [
  {
    id: 'found',
    operation: 'readComment',
    *talk(scene, say) {
      const numbers = numbersOf(yield* findComments(scene), 'id').slice(0, 3);
      yield* readEach(
        scene,
        say,
        'readComment',
        numbers.map((id) => ({ id })),
      );
      if (numbers.length === 0) {
        say(inconclusive('no comment is known', 'name a site with comments as known.sites in the target file'));
      }
    },
  },
  {
    id: 'own',
    operation: 'readComment',
    *talk(scene, say) {
      const [one, other] = [yield* ownComment(scene, say, 'first'), yield* ownComment(scene, say, 'second')];
      if (one === null || other === null) return;
      const things = [one, other].map(({ id, comment: { content } }) => ({ id, content }));
      yield* readEach(scene, say, 'readComment', things);
    },
  },
]);

/** Judges the creators of comments by user_id, and by the user read alone. */
function* judgeCreators(scene: Scene, say: Say, numbers: readonly number[]): Script {
  for (const id of numbers) {
    const exchange = yield ask(scene, 'readComment', { label: `comment ${id}`, id, intent: 'open' });
    const comment = objectOf(exchange);
    const [creator, userId] = [comment?.['creator'], comment?.['user_id']];
    const user = numberOf(userId);
    if (!isObject(creator) || user === null) {
      say(blockedBy(exchange));
      continue;
    }
    const expected = `the user that user_id names, ${excerpt(userId)}`;
    if (String(creator['id']) !== String(userId)) {
      say(broken({ expected, actual: excerpt(creator['id']), pointer: '/data/creator/id', exchange }));
      continue;
    }
    const read = objectOf(yield ask(scene, 'readUser', { label: `user of ${id}`, id: user, intent: 'open' }));
    const [wrong] = read === null ? [] : differences(creator, read, userMembers);
    if (wrong === undefined) say(pass);
    else {
      const pointer = `/data/creator${wrong.pointer}`;
      say(broken({ expected: `${expected}: ${wrong.expected}`, actual: wrong.actual, pointer, exchange }));
    }
  }
}

export const readCreator: Rule = conversationRule('comment.comments.read-creator', () => [
  {
    id: 'found',
    operation: 'readComment',
    *talk(scene, say) {
      const found = numbersOf(yield* findComments(scene), 'id').slice(0, 2);
      yield* judgeCreators(scene, say, found);
      if (found.length === 0) {
        say(inconclusive('no comment is known', 'name a site with comments as known.sites in the target file'));
      }
    },
  },
  {
    id: 'own',
    operation: 'readComment',
    *talk(scene, say) {
      for (const credentials of users(scene)) {
        const own = yield* ownComment(scene, say, `creator (${credentials})`, credentials);
        if (own !== null) yield* judgeCreators(scene, say, [own.id]);
      }
    },
  },
]);

export const meCaller: Rule = conversationRule('comment.me.caller', () => [
  {
    id: 'callers',
    operation: 'readMe',
    *talk(scene, say) {
      const acting = users(scene);
      if (acting.length === 0) return say(nobody(scene));
      const seen = new Map<unknown, string>();
      for (const credentials of [...acting, ...acting.slice(0, 1)]) {
        const exchange = yield ask(scene, 'readMe', { label: `me (${credentials})`, credentials });
        const me = objectOf(exchange);
        const own = yield* ownComment(scene, say, `of ${credentials}`, credentials);
        if (me === null || own === null) {
          say(blockedBy(exchange));
          continue;
        }
        const before = seen.get(me['id']);
        const writer = own.comment['user_id'];
        const expected = 'the user who signed in';
        if (before !== undefined && before !== credentials) {
          say(broken({ expected, actual: 'the same user for two tokens', pointer: '/data/id', exchange }));
        } else if (String(writer) !== String(me['id'])) {
          const actual = `${excerpt(me['id'])}, while a comment of the same token is written by ${excerpt(writer)}`;
          say(broken({ expected, actual, pointer: '/data/id', exchange }));
        } else say(pass);
        seen.set(me['id'], credentials);
      }
    },
  },
  {
    id: 'newcomer',
    operation: 'readMe',
    *talk(scene, say) {
      const account = `newcomer ${scene.run}`;
      const message = scene.wallet.message(account);
      if (message === null) return;
      const login = yield ask(scene, 'signIn', {
        label: 'sign in',
        body: { method: 'mvm', ...message },
        intent: 'open',
      });
      const session = objectOf(login);
      const [token, user] = [session?.['access_token'], session?.['user']];
      if (typeof token !== 'string' || !isObject(user)) return;
      const headers = { authorization: `Bearer ${token}` };
      const exchange = yield ask(scene, 'readMe', { label: 'me', headers, credentials: 'none', intent: 'open' });
      const me = objectOf(exchange);
      const expected = `the user whose sign-in issued the token, ${excerpt(user['id'])}`;
      if (me === null) return say(broken({ expected, actual: outcomeText(exchange), about: 'newcomer', exchange }));
      const [wrong] = differences(me, user, userMembers);
      if (wrong === undefined) return say(pass);
      const pointer = `/data${wrong.pointer}`;
      say(broken({ expected: `${expected}: ${wrong.expected}`, actual: wrong.actual, pointer, exchange }));
    },
  },
]);
