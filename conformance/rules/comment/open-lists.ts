/** What comment's documents leave open of its lists, of the choice of a site, of favorites and of content. */
import { choicesFor, chooserOf, choosing, type Side } from '../../find/choices.ts';
import { freshInput, inputsOf } from '../../find/find.ts';
import { askPage, pagedListOf, pageOf, walkWhole } from '../../find/pages.ts';
import { freshText } from '../../find/texts.ts';
import type { Input } from '../../model/call.ts';
import { isSuccess } from '../../model/exchange.ts';
import type { JsonObject } from '../../model/json.ts';
import { defaultSizes, largestSizes, limitsBelowOne, orderOf } from '../open/lists.ts';
import { askOpen, several } from '../open/requests.ts';
import { acceptance, type Look, notSeen, open } from '../open/words.ts';
import type { Talk } from '../rule.ts';
import { objectOf } from '../shared/data.ts';
import { askFor, users, write } from './things.ts';

const NOBODY = notSeen('the suite cannot sign in');

function silent(): void {
  // An observer blames nobody.
}

const lists = ['listComments', 'listReplies'] as const;

/** The list of comments, the oldest first: what is written meanwhile stands at its end. */
async function comments(talk: Talk) {
  const list = pagedListOf(talk.scene.api, 'listComments');
  const [found] = await inputsOf(talk, 'listComments');
  if (list === null || found === undefined) return null;
  const input = { ...found.input, query: { ...found.input.query, order_by: 'created_at_asc' } };
  return { list, input };
}

const offsetUnit: Look = async (talk) => {
  const found = await comments(talk);
  if (found === null) return null;
  const keys = async (limit: number, cursor: string) => {
    const exchange = await askPage(talk, found.list, found.input, { limit, cursor }, { label: cursor, intent: 'open' });
    return pageOf(found.list, exchange)?.keys ?? [];
  };
  const [first, second] = [await keys(4, '0'), await keys(2, '1')];
  if (first.length < 4) return notSeen('there are too few comments');
  const isFrom = (place: number) => second.join() === first.slice(place, place + 2).join();
  return isFrom(1) ? 'rows' : isFrom(2) ? 'pages' : 'neither rows nor pages';
};

const total: Look = async (talk) => {
  const found = await comments(talk);
  if (found === null) return null;
  const { pages } = await walkWhole(talk, found.list, found.input);
  const exchange = await askPage(talk, found.list, found.input, { limit: 1 }, { label: 'one', intent: 'open' });
  const told = objectOf(exchange)?.['total'];
  const there = new Set(pages.flatMap(({ keys }) => keys)).size;
  if (typeof told !== 'number' || there < 2) return null;
  if (told === there) return 'the whole list';
  return told === 1 ? 'the page' : told > there ? 'more than the list holds' : 'less than the list holds';
};

/** How the list runs by a member, as it comes or with an order. */
const run = (member: string, order?: string): Look =>
  orderOf('listComments', member, order === undefined ? {} : { order_by: order });

const defaultOrder: Look = async (talk) => {
  for (const member of ['created_at', 'favor_count']) {
    const direction = await run(member)(talk);
    if (direction !== null && !direction.startsWith('not')) return `${member}: ${direction}`;
  }
  return 'not by created_at or favor_count';
};

/** The ways in which a request may choose a page, as the documents' site and slug. */
const page: Look = async (talk) => {
  const chooser = chooserOf(talk.scene.api, 'createComment');
  const [site] = chooser === null ? [] : choicesFor(talk.scene, chooser);
  if (chooser === null || site === undefined) return notSeen('no site is known');
  if (users(talk.scene).length === 0) return NOBODY;
  const [id, slug] = [[site[0]], [undefined, site[1] ?? freshText(talk.scene, 'how a page is chosen')]];
  const both = [id[0], slug[1]];
  const ways: Readonly<Record<string, readonly (readonly [Side, readonly (string | undefined)[]])[]>> = {
    'both in headers': [['header', both]],
    'both in the query': [['query', both]],
    'site in a header, slug in the query': [
      ['header', id],
      ['query', slug],
    ],
    'site in the query, slug in a header': [
      ['query', id],
      ['header', slug],
    ],
    'site in a header alone': [['header', id]],
    'site in the query alone': [['query', id]],
  };
  const told: string[] = [];
  for (const [way, sides] of Object.entries(ways)) {
    const chosen = sides.map(([side, choice]) => choosing(chooser, side, choice));
    const input = {
      headers: Object.assign({}, ...chosen.map(({ headers }) => headers)),
      query: Object.assign({}, ...chosen.map(({ query }) => query)),
      body: { content: freshText(talk.scene, way) },
    };
    told.push(`${way}: ${acceptance(await askFor(talk, 'createComment', input, { label: way }))}`);
  }
  return told.join('; ');
};

const slugAlone: Look = async (talk) => {
  const written = await write(talk, silent, 'createComment', { name: 'what a slug chooses' });
  const slug = written?.item['slug'];
  if (written === null || typeof slug !== 'string') return NOBODY;
  const list = pagedListOf(talk.scene.api, 'listComments');
  const exchange = await askFor(talk, 'listComments', { query: { slug } }, { label: 'slug' });
  const listed = list === null ? null : pageOf(list, exchange);
  if (listed === null) return `the slug of a page alone: ${acceptance(exchange)}`;
  const isItsOwn = listed.items.every((item) => item['slug'] === slug);
  return `the slug of a page alone: ${isItsOwn ? 'its comments' : 'other comments'}`;
};

const contentBounds: Look = async (talk) => {
  const texts = {
    empty: '',
    'white space': ' \n\t ',
    '10,000 characters': 'x'.repeat(10_000),
    '50,000 characters': 'x'.repeat(50_000),
  };
  const told: string[] = [];
  const input = await freshInput(talk, 'createComment', { name: 'bounds' });
  if (input === null || users(talk.scene).length === 0) return NOBODY;
  const ask = (label: string, content: string) =>
    askFor(talk, 'createComment', { ...input, body: { content } }, { label });
  for (const [what, content] of Object.entries(texts)) told.push(`${what}: ${acceptance(await ask(what, content))}`);
  const padded = `  ${freshText(talk.scene, 'white space at its ends')}  `;
  const content = objectOf(await ask('white space at its ends', padded))?.['content'];
  if (typeof content === 'string') {
    told.push(`white space at its ends: ${content === padded ? 'kept' : 'trimmed'}`);
  }
  return told.join('; ');
};

type Favor = 'favorComment' | 'unfavorComment';

/** A comment of one's own, and what is sent to make it a favorite or to take that back. */
async function ownFavorite(talk: Talk, operation: Favor, name: string): Promise<Input | null> {
  return users(talk.scene).length === 0 ? null : freshInput(talk, operation, { name });
}

const countOf = (comment: JsonObject | null) => comment?.['favor_count'];

/** What an operation does that has nothing left to do. */
function repeatedly(operation: Favor): Look {
  return async (talk) => {
    const input = await ownFavorite(talk, operation, `${operation} again`);
    if (input === null) return NOBODY;
    const once = await askFor(talk, operation, input, { label: 'once' });
    const exchange = await askFor(talk, operation, input, { label: 'again' });
    if (!isSuccess(exchange)) return acceptance(exchange);
    const isSame = countOf(objectOf(exchange)) === countOf(objectOf(once));
    return `accepted, and changes ${isSame ? 'nothing' : 'the count'}`;
  };
}

/** Whether a favorite is taken with its site chosen otherwise. */
function favorWith(name: string, change: (input: Input, talk: Talk) => Partial<Input> | null): Look {
  return async (talk) => {
    const input = await ownFavorite(talk, 'favorComment', name);
    if (input === null) return NOBODY;
    const changed = change(input, talk);
    if (changed === null) return null;
    return acceptance(await askFor(talk, 'favorComment', { ...input, ...changed }, { label: name }));
  };
}

const inQuery = favorWith('the site in the query', (input, { scene }) => {
  const chooser = chooserOf(scene.api, 'favorComment');
  const choice = chooser?.parts.map(({ header }) => input.headers[header ?? '']) ?? [];
  return chooser === null ? null : choosing(chooser, 'query', choice);
});

const otherSite = favorWith('another site', (input, { scene }) => {
  const chooser = chooserOf(scene.api, 'favorComment');
  const own = new Set(Object.values(input.headers));
  const other = chooser === null ? undefined : choicesFor(scene, chooser).find(([site]) => !own.has(site ?? ''));
  return chooser === null || other === undefined ? null : choosing(chooser, 'header', other);
});

const noSite = favorWith('no site', () => ({ headers: {}, query: {} }));

const repliesWithBody: Look = async (talk) => {
  const exchange = await askOpen(talk, 'listReplies', 'with a body', { body: { content: 'text' } });
  return exchange === null ? null : acceptance(exchange);
};

export default [
  open('comment.limited.page-sizes', several({ default: defaultSizes(...lists), largest: largestSizes(...lists) })),
  open('comment.limited.range', several({ 'below 1': limitsBelowOne(...lists), above: largestSizes(...lists) })),
  open('comment.paged.offset-unit', offsetUnit),
  open('comment.paged.total', total),
  open('comment.listComments.order-default', defaultOrder),
  open(
    'comment.listComments.order-direction',
    several({ created_at: run('created_at', 'created_at'), favor_count: run('favor_count', 'favor_count') }),
  ),
  open('comment.listReplies.order', orderOf('listReplies')),
  open('comment.listReplies.content', repliesWithBody),
  open('comment.chosen-by.page', page),
  open('comment.chosen-by.slug', slugAlone),
  open('comment.content.bounds', contentBounds),
  open('comment.favorComment.site-in-query', inQuery),
  open('comment.favorComment.other-site', several({ 'another site': otherSite, 'no site': noSite })),
  open('comment.favorComment.twice', repeatedly('favorComment')),
  open('comment.unfavorComment.without-favor', repeatedly('unfavorComment')),
];
