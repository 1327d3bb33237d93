/** Writing a comment: on which site, by whom, with what content, and where it can be read. */
import { type Exchange, isSuccess, outcomeText } from '../../../model/exchange.ts';
import { excerpt, type JsonObject } from '../../../model/json.ts';
import { blockedBy, broken, inconclusive, pass } from '../../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../../rule.ts';
import { credentialRule } from '../../shared/access.ts';
import { conversationRule, type Say } from '../../shared/conversation.ts';
import { objectOf } from '../../shared/data.ts';
import { ask } from '../calls.ts';
import { commentMembers, differences } from '../compare.ts';
import {
  choiceOf,
  isWritten,
  needSite,
  needTwoSites,
  nobody,
  ownComment,
  ownPage,
  pageOf,
  readComment,
  readMe,
  type Side,
  tryToWrite,
  users,
  type Written,
} from '../fixtures.ts';
import { asked } from '../inputs.ts';
import { contents, judgeAuthor, judgeContent } from '../written.ts';
import { ENOUGH, listPage, needComments } from './list.ts';

export const createCredential = credentialRule('comment.comments.create-credential', [asked.createComment]);

export const createSiteRequired: Rule = conversationRule('comment.comments.create-site-required', () => [
  {
    id: 'no site',
    operation: 'createComment',
    *talk(scene, say) {
      if (users(scene).length === 0) return say(nobody(scene));
      const own = yield* ownComment(scene, say, 'site required');
      if (own === null) return;
      for (const credentials of users(scene)) {
        const body = { content: 'A remark without a site.' };
        const exchange = yield ask(scene, 'createComment', { label: 'no site', body, credentials, intent: 'invalid' });
        const expected = 'a refusal, since no site is chosen';
        if (isSuccess(exchange)) say(broken({ expected, actual: outcomeText(exchange), about: 'site', exchange }));
        else say(exchange.outcome.kind === 'failure' ? blockedBy(exchange) : pass);
      }
    },
  },
]);

/** Judges that a comment stands on a site, and on its page where a slug was accepted. */
function judgePlace(
  comment: JsonObject,
  { site, slug }: ReturnType<typeof pageOf>,
  { form }: Written,
  exchange: Exchange,
): Judgement {
  const expected = `site ${site.id}`;
  if (comment['site_id'] !== site.id) {
    return broken({ expected, actual: `site ${excerpt(comment['site_id'])}`, pointer: '/data/site_id', exchange });
  }
  if (form !== 'both' || comment['slug'] === slug) return pass;
  return broken({
    expected: `the page ${excerpt(slug)}`,
    actual: excerpt(comment['slug']),
    pointer: '/data/slug',
    exchange,
  });
}

/** Writes on each of two sites, chosen on one side, with the other site chosen on the other side or not. */
function* writeOnBoth(scene: Scene, say: Say, side: Side, conflict: boolean): Script {
  if (users(scene).length === 0) return say(nobody(scene));
  const sites = yield* needTwoSites(scene, say);
  if (sites === null) return;
  for (const credentials of users(scene)) {
    for (const [site, other] of [[sites[0], sites[1]] as const, [sites[1], sites[0]] as const]) {
      const page = pageOf(scene, site, `create ${side}`);
      const against = conflict ? pageOf(scene, other, 'another page') : undefined;
      const label = `${site.id} (${credentials})`;
      const result = yield* tryToWrite(scene, page, {
        label,
        credentials,
        side,
        ...(against === undefined ? {} : { against }),
      });
      if (!isWritten(result)) {
        const expected = `a comment on the site that the ${side} chooses`;
        const refused = result.outcome.kind === 'answer' && ![401, 403, 429].includes(result.outcome.status);
        say(
          refused
            ? broken({ expected, actual: outcomeText(result), about: 'refused', exchange: result })
            : blockedBy(result),
        );
        continue;
      }
      say(judgePlace(result.comment, page, result, result.exchange));
      const read = yield* readComment(scene, say, result.id, `read ${label}`);
      const alone = objectOf(read ?? undefined);
      if (read !== null && alone !== null) say(judgePlace(alone, page, result, read));
    }
  }
}

function createSide(id: string, side: Side, conflict = false): Rule {
  return conversationRule(id, () => [
    { id: side, operation: 'createComment', talk: (scene, say) => writeOnBoth(scene, say, side, conflict) },
  ]);
}

export const createSiteInHeader = createSide('comment.comments.create-site-in-header', 'header');
export const createSiteInQuery = createSide('comment.comments.create-site-in-query', 'query');
export const createHeaderWins = createSide('comment.comments.create-header-wins', 'header', true);

export const createAuthor: Rule = conversationRule('comment.comments.create-author', () => [
  {
    id: 'authors',
    operation: 'createComment',
    *talk(scene, say) {
      if (users(scene).length === 0) return say(nobody(scene));
      for (const credentials of users(scene)) {
        const me = yield* readMe(scene, say, credentials);
        const own = yield* ownComment(scene, say, `by ${credentials}`, credentials);
        if (me !== null && own !== null) say(judgeAuthor(own.comment, me, own.exchange));
      }
    },
  },
]);

export const createContent: Rule = conversationRule('comment.comments.create-content', () => [
  {
    id: 'contents',
    operation: 'createComment',
    *talk(scene, say) {
      if (users(scene).length === 0) return say(nobody(scene));
      const site = yield* needSite(scene, say);
      if (site === null) return;
      const page = pageOf(scene, site, 'content');
      for (const [place, content] of contents.entries()) {
        const result = yield* tryToWrite(scene, page, { label: `content ${place}`, content });
        if (!isWritten(result)) {
          // Whether a content is too long, or of characters that are not taken, is open.
          say(place === 0 ? blockedBy(result) : inconclusive(`${excerpt(content, 30)} was refused`));
          continue;
        }
        say(judgeContent(result.comment, content, result.exchange));
        const read = yield* readComment(scene, say, result.id, `read ${place}`);
        const alone = objectOf(read ?? undefined);
        if (read !== null && alone !== null) say(judgeContent(alone, content, read));
      }
    },
  },
]);

export const createReadable: Rule = conversationRule('comment.comments.create-readable', () => [
  {
    id: 'read and listed',
    operation: 'createComment',
    *talk(scene, say) {
      const page = yield* ownPage(scene, say, 'readable', { count: 2, authors: users(scene) });
      if (page === null) return;
      for (const { id, comment, exchange } of page.written) {
        const read = yield ask(scene, 'readComment', { label: `read ${id}`, id, credentials: 'none' });
        const alone = objectOf(read);
        if (alone === null) {
          const expected = 'the comment that was written can be read by its id';
          say(broken({ expected, actual: outcomeText(read), about: 'read', exchange: read }));
          continue;
        }
        const [wrong] = differences(
          alone,
          comment,
          commentMembers.filter((name) => name !== 'updated_at'),
        );
        if (wrong === undefined) say(pass);
        else {
          const expected = `${wrong.expected}, as when it was written`;
          say(broken({ expected, actual: wrong.actual, pointer: `/data${wrong.pointer}`, exchange: read }));
        }
        if (exchange.outcome.kind === 'failure') say(blockedBy(exchange));
      }
      if (page.form === 'id') return;
      const list = yield* listPage(scene, page, 'list', ENOUGH);
      const comments = needComments(list, say);
      if (comments === null) return;
      for (const { id } of page.written) {
        const times = comments.filter((comment) => comment['id'] === id).length;
        if (times === 1) say(pass);
        else {
          const expected = `comment ${id} in the list of its page, once`;
          say(
            broken({ expected, actual: `${times} times`, pointer: '/data/comments', about: 'listed', exchange: list }),
          );
        }
      }
      const byQuery = yield ask(scene, 'listComments', {
        label: 'by query',
        query: choiceOf(page, page.form),
        page: ENOUGH,
        intent: 'open',
      });
      const listed = needComments(byQuery, () => undefined);
      if (listed === null || page.written.every(({ id }) => listed.some((one) => one['id'] === id))) return;
      const expected = 'the comments of the page, chosen in the query';
      say(
        broken({ expected, actual: 'one is missing', pointer: '/data/comments', about: 'listed', exchange: byQuery }),
      );
    },
  },
]);
