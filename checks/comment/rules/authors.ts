/** The author of a comment or a reply, and the user in responses about the caller (document 2, Endpoints). */
import {
  type Breach,
  blockedBy,
  broken,
  type CheckContext,
  inconclusive,
  type Judgement,
  type OwnRule,
  objectOf,
  pass,
  passIf,
  type Report,
  stop,
} from '@wallet-services/conformance/core';
import { isDenied } from '@wallet-services/conformance/families';
import {
  type Exchange,
  excerpt,
  isObject,
  isSuccess,
  type JsonObject,
  outcomeText,
} from '@wallet-services/conformance/model';
import { unknownIds } from '@wallet-services/conformance/mutation';
import { difference, userMembers } from '../compare.ts';
import { sessionsOf } from '../sign-in/send.ts';
import { sendFor, users, type WriteOptions, withoutUser, write } from '../things.ts';

/** A user who sends requests, with their data. */
interface Actor {
  readonly name: string;
  readonly user: JsonObject;
  readonly as: Pick<WriteOptions, 'credentials' | 'token'>;
}

function sendMe(ctx: CheckContext, name: string, { credentials = 'given', token }: Actor['as']): Promise<Exchange> {
  const presented = token === undefined ? {} : { presented: { CommentToken: token } };
  return sendFor(ctx, 'readMe', {}, { label: `me (${name})`, credentials, ...presented });
}

/**
 * Users from the answers to their sign-in; where the target has no data for that, from their own answers to readMe.
 *
 * @throws Stopped where there are none.
 */
async function actorsOf(ctx: CheckContext, when?: string): Promise<readonly Actor[]> {
  const sessions = await sessionsOf(ctx, when);
  const signedIn = sessions.map(({ token, user }, place) => ({ name: `user ${place + 1}`, user, as: { token } }));
  if (signedIn.length > 0) return signedIn;
  const actors: Actor[] = [];
  for (const credentials of users(ctx.suite)) {
    const user = objectOf(await sendMe(ctx, credentials, { credentials }));
    if (user !== null) actors.push({ name: credentials, user, as: { credentials } });
  }
  return actors.length === 0 ? stop(withoutUser(ctx.suite)) : actors;
}

/** Judges that a user is the author of an item: by user_id, and by every member of creator. */
async function judgeAuthor(item: JsonObject, user: JsonObject, exchange: Exchange, again: () => Promise<Exchange>) {
  const expected = `the caller, user ${excerpt(user['id'])}`;
  if (String(item['user_id']) !== String(user['id'])) {
    return broken({ expected, actual: excerpt(item['user_id']), pointer: '/data/user_id', exchange });
  }
  return judgeUser({ user: item['creator'], pointer: '/data/creator', exchange }, user, 'the caller', again);
}

function authorRule(operation: 'createComment' | 'createReply'): OwnRule {
  return {
    id: `comment.${operation}.author`,
    // Another sign-in in the meantime may end the session of the author.
    alone: true,
    async check(ctx, report) {
      for (const { name, user, as } of await actorsOf(ctx, 'sessions in the end')) {
        const { item, exchange } = await write(ctx, operation, { name: `by ${name}`, ...as });
        report(await judgeAuthor(item, user, exchange, () => sendMe(ctx, `${name}, again`, as)));
      }
    },
    mutants: (at) => {
      const { always, set, value } = at(operation);
      return {
        [`${operation}: everything is written by the first who wrote`]: always('/data/user_id'),
        [`${operation}: user_id is that of the next user`]: value('/data/user_id', (id) => String(Number(id) + 1)),
        [`${operation}: creator is another user`]: set('/data/creator/network_user_id', unknownIds.uuid),
      };
    },
  };
}

/**
 * A user in an answer, with the place. `against`: the operation with other data on the user, if either may be wrong.
 */
type Reported = Required<Pick<Breach, 'pointer' | 'exchange'>> & Pick<Breach, 'against'> & { readonly user: unknown };

/**
 * Judges the data of a user. A name may have changed, and the first answer about the user may be wrong: another
 * operation is called, unless it is an entirely different user.
 */
async function judgeUser(
  { user: there, pointer, ...reported }: Reported,
  user: JsonObject,
  who: string,
  again: () => Promise<Exchange>,
): Promise<Judgement> {
  if (!isObject(there)) return blockedBy(reported.exchange);
  const wrong = difference(there, user, userMembers);
  if (wrong === null) return pass;
  const now = wrong.pointer === '/id' ? null : objectOf(await again());
  if (now !== null && difference(there, now, userMembers) === null) return pass;
  const isRenamed = now !== null && wrong.pointer === '/full_name' && difference(now, user, ['full_name']) !== null;
  if (isRenamed) return inconclusive('the user has another name each time', 'keep the names of users as they are');
  const expected = `${who}, ${excerpt(user['id'])}: ${wrong.expected}`;
  return broken({ ...wrong, ...reported, expected, pointer: `${pointer}${wrong.pointer}` });
}

function sendUser(ctx: CheckContext, { id }: JsonObject, label: string): Promise<Exchange> {
  const path = { user_id: String(id) };
  return sendFor(ctx, 'readUser', { path }, { label: `user ${path.user_id}${label}` });
}

/** Judges that two tokens belong to two users. */
async function judgeTokens(ctx: CheckContext, report: Report): Promise<void> {
  const [given, other] = [await sendMe(ctx, 'given', {}), await sendMe(ctx, 'other', { credentials: 'other' })];
  const failed = [given, other].find((exchange) => !isSuccess(exchange));
  if (failed !== undefined) return report(blockedBy(failed));
  const isShared = objectOf(given)?.['id'] === objectOf(other)?.['id'];
  const [expected, actual] = ['the user who signed in', 'one user for two tokens'];
  report(passIf(!isShared, { expected, actual, pointer: '/data/id', exchange: other }));
}

const caller: OwnRule = {
  id: 'comment.readMe.caller',
  async check(ctx, report) {
    const sessions = await sessionsOf(ctx);
    const [first] = sessions;
    for (const { token, user, exchange: signedIn } of first === undefined ? [] : [...sessions, first]) {
      const exchange = await sendMe(ctx, `user ${String(user['id'])}`, { token });
      const reported: Reported = { user: objectOf(exchange), pointer: '/data', against: 'signIn', exchange };
      const who = 'the user whose sign-in issued the token';
      const judgement = await judgeUser(reported, user, who, () => sendUser(ctx, user, ', again'));
      const wrong =
        isObject(reported.user) && judgement.verdict === 'pass' ? difference(user, reported.user, userMembers) : null;
      // Two answers agree on the user: then the sign-in was wrong, unless the name has changed.
      if (wrong === null || wrong.pointer === '/full_name') report(judgement);
      else report(broken({ ...wrong, pointer: `/data/user${wrong.pointer}`, about: 'sign-in', exchange: signedIn }));
    }
    if (users(ctx.suite).length === 2) await judgeTokens(ctx, report);
    else if (first === undefined) report(withoutUser(ctx.suite));
  },
  mutants: (at) => ({
    'the user who signs in has joined on another day': at('signIn').set(
      '/data/user/created_at',
      '2019-01-01T00:00:00+00:00',
    ),
    'everybody is the next user': at('readMe').value('/data/id', (id) => Number(id) + 1),
    'the caller is the one who asked first': at('readMe').always(''),
  }),
};

/** The user that readUser returns must equal the one that readMe returns to that user. */
const read: OwnRule = {
  id: 'comment.readUser.as-me',
  async check(ctx, report) {
    for (const { name, as } of await actorsOf(ctx)) {
      const me = await sendMe(ctx, name, as);
      const user = objectOf(me);
      if (user === null) return report(blockedBy(me));
      const exchange = await sendUser(ctx, user, '');
      const [expected, actual] = ['success, since the user signed in', outcomeText(exchange)];
      if (isDenied(exchange)) report(broken({ expected, actual, about: 'denied', exchange }));
      else {
        const reported: Reported = { user: objectOf(exchange), pointer: '/data', against: 'readMe', exchange };
        report(await judgeUser(reported, user, 'the user', () => sendMe(ctx, `${name}, again`, as)));
      }
    }
  },
  mutants: (at) => ({
    'readUser does not know the caller': at('readUser').reply((reply) => ({ ...reply, status: 404 })),
    'readUser returns the next user under the right id': at('readUser').set('/data/network_user_id', unknownIds.uuid),
    'readUser returns another time than readMe': at('readUser').set('/data/created_at', '2019-01-01T00:00:00+00:00'),
  }),
};

export default [authorRule('createComment'), authorRule('createReply'), caller, read];
