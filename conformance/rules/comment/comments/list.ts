/** Lists of comments, and the pages of the case's own that they are tried on. */
import type { CredentialUse, Exchange } from '../../../model/exchange.ts';
import type { JsonObject } from '../../../model/json.ts';
import { blockedBy } from '../../judgement.ts';
import type { Scene } from '../../rule.ts';
import type { Say } from '../../shared/conversation.ts';
import { listOf } from '../../shared/data.ts';
import { type Ask, ask } from '../calls.ts';
import { type Asking, choiceOf, type OwnPage, ownPage, users } from '../fixtures.ts';

/** The default size of a page is open: this much holds all that a case writes. */
export const ENOUGH = { limit: 10 };

/** The comments of a list; null when the answer is none. */
export function commentsOf(exchange: Exchange | undefined): readonly JsonObject[] | null {
  return listOf(exchange, 'comments');
}

/** A list of the comments of a page, the choice in the header unless told otherwise. */
export function* listPage(scene: Scene, page: OwnPage, label: string, query: Ask['page'] = {}): Asking<Exchange> {
  return yield ask(scene, 'listComments', { label, header: choiceOf(page, page.form), page: query });
}

/** The comments that were written on a page, out of a list that may hold others. */
export function ownOf(comments: readonly JsonObject[], page: OwnPage): readonly JsonObject[] {
  const ids = new Set<unknown>(page.written.map(({ id }) => id));
  return comments.filter(({ id }) => ids.has(id));
}

/**
 * A page whose comments were favored so often: neither in the order in which they were written, nor in the reverse.
 * The first has a reply.
 */
export function* variedPage(scene: Scene, say: Say, name: string): Asking<OwnPage | null> {
  const page = yield* ownPage(scene, say, name, { count: 4, authors: users(scene) });
  if (page === null) return null;
  const acting = users(scene);
  const favors: readonly (readonly CredentialUse[])[] = [acting.slice(0, 1), acting, [], acting.slice(0, 1)];
  for (const [place, { id }] of page.written.entries()) {
    for (const credentials of favors[place] ?? []) {
      const label = `favor ${place} (${credentials})`;
      const header = choiceOf(page, page.form);
      yield ask(scene, 'favorComment', { label, id, header, credentials, intent: 'open' });
    }
  }
  const [first] = page.written;
  if (first !== undefined) {
    yield ask(scene, 'createReply', { label: 'reply', id: first.id, body: { content: 'A reply.' }, intent: 'open' });
  }
  return page;
}

/** The comments of a list; null, with the reason told, when the answer is none. */
export function needComments(exchange: Exchange, say: Say): readonly JsonObject[] | null {
  const comments = commentsOf(exchange);
  if (comments === null) say(blockedBy(exchange));
  return comments;
}
