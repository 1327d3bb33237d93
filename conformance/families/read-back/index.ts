/** What was made can be read, and is listed: `read-back`. */
import { choicesFor, chooserOf, usualSide } from '../../find/choices.ts';
import { chosenFor } from '../../find/chosen.ts';
import { freshInput, inputsOf } from '../../find/find.ts';
import { MOST_PAGES, pagedListOf, type Walked, walkPages, walkWhole } from '../../find/pages.ts';
import { inPath, neededBy, sharedInput } from '../../find/paths.ts';
import { freeMembers, freshText } from '../../find/texts.ts';
import { callOf, type Input } from '../../model/call.ts';
import { type ApiModel, type Operation, operationOf } from '../../model/document/api.ts';
import { declaredAt } from '../../model/document/lists.ts';
import { type CredentialUse, type Exchange, isSuccess, outcomeText, successJson } from '../../model/exchange.ts';
import { isObject, type JsonObject, sameJson } from '../../model/values/json.ts';
import { valueAt, within } from '../../model/values/pointer.ts';
import { blockedBy, broken, inconclusive, pass } from '../../rules/judgement.ts';
import type { Judgement, Talk } from '../../rules/rule.ts';
import { asksForCredentials, isSick } from '../access/refusals.ts';
import { choiceIn, withChoices } from '../chosen-by/ask.ts';
import { besideWord, examplesOf, oddTexts, withAll } from '../echoes/bodies.ts';
import { memberSchema } from '../echoes/declared.ts';
import type { Family, SayOf } from '../family.ts';
import { ordersOf, type ReadBack, thingOf } from './declared.ts';
import { firstDifference } from './difference.ts';
import { readBackFaults } from './faults.ts';
import { followReadBack } from './follow.ts';

/** Something that was made. */
interface Made {
  readonly exchange: Exchange;
  readonly input: Input;
  readonly id: string;
  readonly item: JsonObject;
  readonly credentials: CredentialUse;
}

async function make(
  talk: Talk,
  declared: ReadBack,
  { input, credentials, label }: Pick<Made, 'input' | 'credentials'> & { readonly label: string },
): Promise<Made | Exchange> {
  const operation = operationOf(talk.scene.api, declared.operation);
  const exchange = await talk.ask(callOf(operation, input, { label, credentials, intent: 'open' }));
  const json = successJson(exchange);
  const [id, item] = [inPath(valueAt(json, declared.id)), valueAt(json, thingOf(declared))];
  return id === null || !isObject(item) ? exchange : { exchange, input, id, item, credentials };
}

async function judgeRead(talk: Talk, declared: ReadBack, made: Made): Promise<Judgement> {
  const { api } = talk.scene;
  const { id, input, item, credentials } = made;
  const { read: by = '', parameter = '' } = declared;
  const reader = operationOf(api, by);
  const chosen = await chosenFor(talk, reader.id, item, reader.id);
  const shared = sharedInput(reader, input);
  const whole: Input = { ...shared, ...chosen, path: { ...shared.path, [parameter]: id } };
  const read = () =>
    talk.ask(callOf(reader, whole, { label: `read ${id}`, credentials, intent: 'open', isSound: true }));
  const isRight = (one: Exchange) => isSuccess(one) && firstDifference(api, declared, made, one) === null;
  const exchange = await talk.until(read, isRight);
  if (isRight(exchange)) return pass;
  if (isSick(exchange) || asksForCredentials(exchange)) return blockedBy(exchange);
  const difference = isSuccess(exchange) ? firstDifference(api, declared, made, exchange) : null;
  const expected = 'what was made can be read by its id';
  const against = declared.operation;
  return broken({ expected, actual: outcomeText(exchange), against, about: 'read', ...difference, exchange });
}

/** An offset may count pages from one: then the first page comes twice. */
function distinctPages({ pages }: Walked): Walked['pages'] {
  const [first, second] = pages;
  return first !== undefined && second !== undefined && sameJson(first.keys, second.keys) ? pages.slice(1) : pages;
}

async function judgeListed(
  talk: Talk,
  declared: ReadBack,
  listing: Operation,
  made: Made,
  order: Input['query'],
): Promise<Judgement> {
  const { api } = talk.scene;
  const { id, input, credentials } = made;
  const list = pagedListOf(api, listing.id);
  if (list === null) return inconclusive(`${listing.id} is declared to list nothing`);
  const shared = sharedInput(listing, input);
  const whole = { ...shared, query: { ...shared.query, ...order } };
  const walk = () => walkWhole(talk, list, whole, { most: MOST_PAGES, credentials });
  const timesIn = (one: Walked) =>
    distinctPages(one)
      .flatMap(({ keys }) => keys)
      .filter((key) => key === id).length;
  const walked = await talk.until(walk, (one) => timesIn(one) === 1);
  const times = timesIn(walked);
  const page = walked.pages.find(({ keys }) => keys.includes(id));
  if (times === 1 && page !== undefined) {
    const difference = firstDifference(
      api,
      declared,
      made,
      page.exchange,
      list.operation,
      within(list.items, page.keys.indexOf(id)),
    );
    return difference === null ? pass : broken({ ...difference, about: 'listed', exchange: page.exchange });
  }
  const last = walked.pages.at(-1);
  if (walked.refusal !== null || last === undefined) return blockedBy(walked.refusal ?? undefined);
  const isCut = times === 0 && walked.pages.length === MOST_PAGES && last.keys.length > 0;
  if (isCut) return inconclusive(`${listing.id} lists more than can be looked through`);
  const exchange = page?.exchange ?? last.exchange;
  const expected = `${id} among the ${list.noun} of ${listing.id}, once`;
  const against = declared.operation;
  return broken({ expected, actual: `${times} times`, pointer: list.items, against, about: 'listed', exchange });
}

/**
 * Things that were made one after the other, looked for page by page of one item. What an offset counts may be open, so a
 * walk that brought all of them before the last was made tells what the next must bring; null where there was none.
 */
async function judgePages(
  talk: Talk,
  declared: ReadBack,
  listing: Operation,
  made: readonly Made[],
  order: Input['query'],
  proved: Set<string>,
): Promise<Judgement | null> {
  const { api } = talk.scene;
  const list = pagedListOf(api, listing.id);
  const last = made.at(-1);
  if (last === undefined || list?.by !== 'offset' || list.limit === null) return null;
  const shared = sharedInput(listing, last.input);
  const whole = { ...shared, query: { ...shared.query, ...order } };
  const { credentials } = last;
  const how = { name: 'pages of one', limit: 1, most: made.length + 2, credentials, intent: 'open' } as const;
  const walk = () => walkPages(talk, list, whole, how);
  const missing = (one: Walked) => {
    const keys = distinctPages(one).flatMap((page) => page.keys);
    return made.find(({ id }) => keys.filter((key) => key === id).length !== 1);
  };
  const name = JSON.stringify([listing.id, order]);
  const isProved = proved.has(name);
  const walked = isProved ? await talk.until(walk, (one) => missing(one) === undefined) : await walk();
  const lost = missing(walked);
  const page = walked.pages.find(({ keys }) => keys.includes(last.id)) ?? walked.pages.at(-1);
  if (lost === undefined && page !== undefined) {
    proved.add(name);
    const place = within(list.items, page.keys.indexOf(last.id));
    const difference = firstDifference(api, declared, last, page.exchange, listing.id, place);
    return difference === null ? pass : broken({ ...difference, about: 'listed', exchange: page.exchange });
  }
  if (lost === undefined || page === undefined || !isProved || walked.refusal !== null) return null;
  const expected = `${lost.id} on one of the pages, once, as ${made.length - 1} were before the last was made`;
  return broken({ expected, actual: 'they lack it', pointer: list.items, about: 'pages', exchange: page.exchange });
}

/** Who makes something: the caller, and another user, or the caller again: who reads one thing may show always that. */
function makersIn({ scene }: Talk, { security }: Operation): readonly CredentialUse[] {
  const { credentials, otherCredentials } = scene.target;
  const has = (values: Readonly<Record<string, string>>) =>
    security.some((schemes) => schemes.every((name) => values[name] !== undefined));
  return ['given', has(otherCredentials) && has(credentials) && security.length > 0 ? 'other' : 'given'];
}

/** The same, where something else is chosen if that can be: ids that are told apart by the choice do not name one thing to who reads. */
async function elsewhere(talk: Talk, operation: Operation, input: Input): Promise<Input> {
  const chooser = chooserOf(talk.scene.api, operation.id);
  if (chooser === null || neededBy(operation).length > 0) return input;
  const [own, ...rest] = choiceIn(chooser, input);
  const other = (await choicesFor(talk, chooser)).find(([value]) => value !== undefined && value !== own);
  return other === undefined ? input : withChoices(input, chooser, { [usualSide(chooser)]: [other[0], ...rest] });
}

/** What was made before, in one place, and the orders in which its pages brought all of it. */
interface Before {
  readonly all: readonly Made[];
  readonly proved: Set<string>;
}

/** Each thing is looked for in two orders: one in which the thing before it was, and another. */
async function judgeMade(talk: Talk, declared: ReadBack, made: Made, say: SayOf, before?: Before): Promise<void> {
  const { api } = talk.scene;
  const { all = [], proved = new Set<string>() } = before ?? {};
  const turn = all.length;
  if (declared.read !== undefined) say('readable', await judgeRead(talk, declared, made));
  for (const id of declared.lists ?? []) {
    const orders = ordersOf(api, id);
    const listing = operationOf(api, id);
    for (const order of new Set([0, 1].map((more) => orders[(turn + more) % orders.length] ?? {}))) {
      const isNext = order === orders[(turn + 1) % orders.length];
      // Of a page that was kept the thing before the last tells, and of two there is one behind the first.
      const isPaged = turn > (isNext ? 0 : 1);
      const paged = isPaged ? await judgePages(talk, declared, listing, [...all, made], order, proved) : null;
      const judgement = paged ?? (await judgeListed(talk, declared, listing, made, order));
      // In another order what is new may be far away.
      if (order === orders[0] || judgement.verdict !== 'inconclusive') say('listed', judgement);
    }
  }
}

/** Texts that are easily lost between a store and its reader. */
const oddOnes: Readonly<Record<string, string>> = {
  'markup and many scripts': `${oddTexts['letters of many scripts']} ${oddTexts['what is markup elsewhere']}`,
  'a long text': oddTexts['a long text'] ?? '',
};

/** Whether it changes what its path names, and makes nothing. */
function isChange({ operation, parameter }: ReadBack, api: ApiModel): boolean {
  return parameter !== undefined && neededBy(operationOf(api, operation)).includes(parameter);
}

export default {
  name: 'read-back',
  alone: isChange,
  async check(declared, talk, say) {
    const { api } = talk.scene;
    const operation = operationOf(api, declared.operation);
    const undecided = (judgement: Judgement) => {
      say('readable', judgement);
      say('listed', judgement);
    };
    const tried: { readonly made: Made | Exchange; readonly input: Input }[] = [];
    for (const [index, credentials] of makersIn(talk, operation).entries()) {
      const who = `${credentials}${index > 0 && credentials === 'given' ? ', again' : ''}`;
      const fresh = await freshInput(talk, operation.id, { name: `${operation.id}, read back (${who})`, credentials });
      const isTried = ({ path }: Pick<Input, 'path'>) => tried.some((one) => sameJson(one.input.path, path));
      const isSame = fresh !== null && isChange(declared, api) && isTried(fresh);
      const beside = isSame ? (await inputsOf(talk, operation.id)).find(({ input: one }) => !isTried(one)) : undefined;
      const input = fresh && beside ? { ...fresh, path: beside.input.path } : fresh;
      if (input === null) {
        const hint = `name what ${operation.id} takes as known.inputs.${operation.id} in the target file`;
        undecided(inconclusive(`nothing is known that ${operation.id} could be asked for`, hint));
        return;
      }
      // Nothing makes another: the second change of the same would undo the first.
      if (isChange(declared, api) && tried.some((one) => sameJson(one.input.path, input.path))) continue;
      const [[, body = input.body] = []] = examplesOf(talk.scene, operation, 'read back');
      const other = index > 0 ? await elsewhere(talk, operation, { ...input, body }) : null;
      const apart = other && (await make(talk, declared, { input: other, credentials, label: 'make elsewhere' }));
      const isApart = apart !== null && 'id' in apart;
      const made = isApart ? apart : await make(talk, declared, { input, credentials, label: `make (${who})` });
      tried.push({ made, input });
    }
    // The first is read when the second was made: what is told of the latest may be told of all.
    for (const [index, { made, input }] of tried.entries()) {
      if (!('id' in made)) undecided(blockedBy(made));
      else await judgeMade(talk, declared, made, say);
      if (index > 0) continue;
      const credentials = 'given';
      const echoed = declaredAt(api, operation.id, 'echoes').flatMap(({ members }) =>
        isObject(members) ? Object.keys(members) : [],
      );
      const whole = withAll(talk.scene, operation, echoed, input.body);
      const full =
        whole &&
        (await make(talk, declared, { input: { ...input, body: whole }, credentials, label: 'make with all' }));
      if (full !== null && 'id' in full) await judgeMade(talk, declared, full, say);
      const odds = freeMembers(api, operation).flatMap((member) =>
        Object.entries(oddOnes).map((odd) => [member, ...odd] as const),
      );
      const proved = new Set<string>();
      const all = 'id' in made ? [made] : [];
      for (const [member, what, text] of odds) {
        const word = freshText(talk.scene, operation.id, member, what);
        const shown = besideWord(text, word, memberSchema(talk.scene, operation, member));
        const body = { ...(isObject(input.body) ? input.body : {}), [member]: shown };
        const label = `make with ${what} as ${member}`;
        const odd = await make(talk, declared, { input: { ...input, body }, credentials, label });
        // Which texts are taken is open.
        if (!('id' in odd)) continue;
        await judgeMade(talk, declared, odd, say, { all: [...all], proved });
        all.push(odd);
      }
    }
  },
  follow: followReadBack,
  faults: readBackFaults,
} satisfies Family<ReadBack>;
