/** Making a comment a favorite, and taking that back. */
import type { Exchange } from '../../model/exchange.ts';
import { excerpt, type JsonObject } from '../../model/json.ts';
import { blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../rule.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { objectOf } from '../shared/data.ts';
import { ask, type SiteChoice } from './calls.ts';
import { differences } from './compare.ts';
import {
  type Asking,
  choiceOf,
  type Form,
  type OwnPage,
  ownPage,
  readComment,
  users,
  type Written,
} from './fixtures.ts';

type Operation = 'favorComment' | 'unfavorComment';

interface Change {
  readonly label: string;
  readonly credentials?: 'given' | 'other';
  /** What the header chooses by. Default: what the comment was written with. */
  readonly form?: Form;
  /** What the query chooses. */
  readonly against?: SiteChoice;
}

/** Makes a comment a favorite or takes it back, its site chosen in the header. */
function* change(
  scene: Scene,
  operation: Operation,
  page: OwnPage,
  { id }: Written,
  options: Change,
): Asking<Exchange> {
  const { label, credentials = 'given', form = page.form, against: query = {} } = options;
  return yield ask(scene, operation, { label, id, header: choiceOf(page, form), query, credentials });
}

/** The operation before, where the one that is tried takes something back. */
function* before(scene: Scene, operation: Operation, page: OwnPage, written: Written, options: Change): Script {
  if (operation === 'favorComment') return;
  yield* change(scene, 'favorComment', page, written, { ...options, label: `favor for ${options.label}` });
}

function* answers(scene: Scene, say: Say, operation: Operation): Script {
  const page = yield* ownPage(scene, say, `${operation} answer`, { count: 3 });
  if (page === null) return;
  for (const written of page.written) {
    for (const credentials of users(scene)) {
      const label = `${written.id} (${credentials})`;
      yield* before(scene, operation, page, written, { label, credentials });
      const exchange = yield* change(scene, operation, page, written, { label, credentials });
      const comment = objectOf(exchange);
      if (comment === null) {
        say(blockedBy(exchange));
        continue;
      }
      const [wrong] = differences(comment, written.comment, [
        'id',
        'user_id',
        'site_id',
        'slug',
        'content',
        'created_at',
        'creator',
      ]);
      if (wrong === undefined) say(pass);
      else {
        const expected = `the comment of the path, ${written.id}: ${wrong.expected}`;
        say(broken({ expected, actual: wrong.actual, pointer: `/data${wrong.pointer}`, exchange }));
      }
    }
  }
}

function countOf(comment: JsonObject | null): number | null {
  const count = comment?.['favor_count'];
  return typeof count === 'number' ? count : null;
}

/** Judges the count of an answer by what it must be now. */
function judgeCount(exchange: Exchange, expected: number, why: string): Judgement {
  const count = countOf(objectOf(exchange));
  if (count === null) return blockedBy(exchange);
  if (count === expected) return pass;
  return broken({ expected: `${expected}, ${why}`, actual: excerpt(count), pointer: '/data/favor_count', exchange });
}

/** Each user in turn; the count is looked at in the answer, in the comment read alone, and in one that is left alone. */
function* counts(scene: Scene, say: Say, operation: Operation): Script {
  const page = yield* ownPage(scene, say, `${operation} count`, { count: 2 });
  const [written, bystander] = page?.written ?? [];
  if (page === null || written === undefined || bystander === undefined) return;
  const acting = users(scene);
  const isTakenBack = operation === 'unfavorComment';
  if (isTakenBack) {
    for (const credentials of acting) {
      yield* change(scene, 'favorComment', page, written, { label: `favor (${credentials})`, credentials });
      yield* change(scene, 'favorComment', page, bystander, { label: `favor the other (${credentials})`, credentials });
    }
  }
  const read = yield* readComment(scene, say, written.id, 'before');
  const beside = yield* readComment(scene, say, bystander.id, 'the other before');
  let count = countOf(objectOf(read ?? undefined));
  const untouched = countOf(objectOf(beside ?? undefined));
  if (count === null || untouched === null) return;
  if (isTakenBack && count < acting.length) {
    return say(inconclusive('favoring did not raise the count, so that there is nothing to take back'));
  }
  for (const credentials of acting) {
    count += isTakenBack ? -1 : 1;
    const why = isTakenBack ? 'one less than before' : 'one more than before';
    say(
      judgeCount(
        yield* change(scene, operation, page, written, { label: `change (${credentials})`, credentials }),
        count,
        why,
      ),
    );
    const alone = yield* readComment(scene, say, written.id, `after (${credentials})`);
    if (alone !== null) say(judgeCount(alone, count, `${why}, also when it is read`));
    const other = yield* readComment(scene, say, bystander.id, `the other after (${credentials})`);
    if (other !== null) say(judgeCount(other, untouched, 'since another comment was meant'));
  }
  const [first] = acting;
  if (first === undefined || isTakenBack) return;
  // Taken back and made again, it counts again.
  yield* change(scene, 'unfavorComment', page, written, { label: 'take back', credentials: first });
  const again = yield* change(scene, operation, page, written, { label: 'again', credentials: first });
  say(judgeCount(again, count, 'as before it was taken back'));
}

type Check = (scene: Scene, say: Say, operation: Operation) => Script;

function favoriteRule(id: string, operation: Operation, check: Check): Rule {
  return conversationRule(id, () => [{ id: operation, operation, talk: (scene, say) => check(scene, say, operation) }]);
}
export const favorAnswer = favoriteRule('comment.favorites.favor-answer', 'favorComment', answers);
export const favorCount = favoriteRule('comment.favorites.favor-count', 'favorComment', counts);
export const unfavorAnswer = favoriteRule('comment.favorites.unfavor-answer', 'unfavorComment', answers);
export const unfavorCount = favoriteRule('comment.favorites.unfavor-count', 'unfavorComment', counts);
