/** The list that is looked at: of all that an operation can be asked for, one with enough in it. */

import { type Input, noInput } from '../model/call.ts';
import { operationOf } from '../model/document/api.ts';
import { declaredAt } from '../model/document/lists.ts';
import type { CredentialUse, Exchange, Intent } from '../model/exchange.ts';
import type { Talk } from '../rules/rule.ts';
import { pick } from '../rules/shared/answers.ts';
import { inputsOf, remembered } from './find.ts';
import { largest, MOST_PAGES, type PagedList, pagedListOf, walkFirst, walkPages, walkWhole } from './pages.ts';
import { hasOther } from './paths.ts';
import { type Sequence, sequenceOf } from './sequence.ts';
import { type Stock, stocked } from './stock.ts';

/** How a list is asked for. */
export interface Asking {
  readonly list: PagedList;
  readonly input: Input;
  readonly credentials: CredentialUse;
  /** Whether a right server must know the inputs. */
  readonly intent: Intent;
  /** It has something for those only who set no limit. */
  readonly isPlain?: boolean;
}

/** A list, as one caller sees it. */
export interface Subject extends Asking {
  /** What was put into it. */
  readonly stock?: Stock;
  /** All of it, or its beginning, in pages as large as the server gives. */
  readonly whole: Sequence;
}

/** Why there is no list to walk through: what was answered; null where nothing is known that could be asked for. */
export interface Unread {
  readonly refusal: Exchange | null;
}

/** A list of fewer items is passed over where another one can be had. */
export const ENOUGH = 5;

/** The whole list of a subject, as it is now. */
export async function wholeOf(talk: Talk, { list, input, credentials, intent, isPlain }: Asking): Promise<Sequence> {
  const walk = { credentials, intent, most: MOST_PAGES };
  const plain = { ...walk, name: 'pages as the server likes' };
  const walked = isPlain === true ? walkPages(talk, list, input, plain) : walkWhole(talk, list, input, walk);
  return sequenceOf(list, await walked);
}

/** The whole list of a subject, as it was when it was first looked at. */
async function firstWhole(talk: Talk, { list, input, credentials, intent }: Asking): Promise<Sequence> {
  return sequenceOf(list, await walkFirst(talk, list, input, { credentials, intent, most: MOST_PAGES }));
}

/** Whose lists are looked at: another user's only where the caller's have too little. */
function callers({ scene }: Talk, { operation }: PagedList): readonly CredentialUse[] {
  return hasOther(scene, operationOf(scene.api, operation)) ? ['given', 'other'] : ['given'];
}

/** So many items show everything that is declared of a list: the default and the maximum cut something off. */
function enoughFor({ scene }: Talk, { operation }: PagedList): number {
  const limits = declaredAt(scene.api, operation, 'limited');
  return Math.max(ENOUGH, ...limits.flatMap(({ default: usual = 0, maximum = 0 }) => [usual + 1, maximum + 1]));
}

/** A list of things that were made for it; null where it is not better than another one. */
async function ownSubject(
  talk: Talk,
  list: PagedList,
  base: Input = noInput,
  other: Subject | null,
): Promise<Subject | null> {
  const stock = await stocked(talk, list, base, enoughFor(talk, list));
  if (stock === null) return null;
  const { credentials = 'given' } = stock;
  const asking = { list, input: stock.input, credentials, intent: 'open' } as const;
  const shown = Math.min(stock.count, list.by === null ? largest(list) : stock.count);
  const isShown = ({ keys }: Sequence) => keys.length >= shown;
  const whole = await talk.until(() => wholeOf(talk, asking), isShown);
  if (whole.keys.length >= Math.max(1, other?.whole.keys.length ?? 0)) return { ...asking, whole, stock };
  await stock.takeBack();
  return null;
}

/** A server may have nothing for large limits only. */
async function unlessEmpty(talk: Talk, subject: Subject): Promise<Subject> {
  if (subject.whole.keys.length > 0 || subject.list.limit === null) return subject;
  const asking = { ...subject, isPlain: true };
  return { ...asking, whole: await wholeOf(talk, asking) };
}

/** The list with something in it, of all that the operation can be asked for. */
export function subjectOf(talk: Talk, operation: string): Promise<Subject | Unread> {
  return remembered(talk, `subject of ${operation}`, async () => {
    const list = pagedListOf(talk.scene.api, operation);
    if (list === null) throw new Error(`${operation} is declared to be paged or limited, but not where its list is`);
    let best: Subject | null = null;
    let refusal: Exchange | null = null;
    const inputs = pick(await inputsOf(talk, operation));
    for (const credentials of callers(talk, list)) {
      for (const { input, certain } of inputs) {
        const asking = { list, input, credentials, intent: certain ? 'valid' : 'open' } as const;
        const whole = await firstWhole(talk, asking);
        refusal ??= whole.refusal;
        if (whole.pages.length === 0 || whole.keys.length <= (best?.whole.keys.length ?? -1)) continue;
        best = { ...asking, whole };
        if (whole.keys.length >= enoughFor(talk, list)) return best;
      }
    }
    const isFew = best === null || best.whole.keys.length < ENOUGH;
    const own = isFew || list.by === null ? await ownSubject(talk, list, best?.input ?? inputs[0]?.input, best) : null;
    return own ?? (best === null ? { refusal } : await unlessEmpty(talk, best));
  });
}
