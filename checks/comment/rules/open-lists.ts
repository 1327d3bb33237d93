/** The open questions of comment about lists, the choice of a site, favorites, replies and content. */
import {
  acceptance,
  each,
  notObserved,
  orderOf,
  type Probe,
  probesOf,
  several,
} from '@wallet-services/conformance/builtin';
import { type CheckContext, objectOf, stop } from '@wallet-services/conformance/core';
import {
  type Choice,
  type Chooser,
  choicesFor,
  chooserOf,
  choosing,
  freshText,
  inputsOf,
  pagedListOf,
  pageOf,
  type Side,
  sendPage,
  traverseWhole,
} from '@wallet-services/conformance/discovery';
import { type Input, isSuccess } from '@wallet-services/conformance/model';
import { inputFor, sendFor, users, withoutUser, write } from '../things.ts';

/** Observes the list of comments, the oldest first: comments that are written meanwhile are at its end. */
function atComments(
  probe: (ctx: CheckContext, list: NonNullable<ReturnType<typeof pagedListOf>>, input: Input) => ReturnType<Probe>,
): Probe {
  return async (ctx) => {
    const list = pagedListOf(ctx.suite.api, 'listComments');
    const [found] = await inputsOf(ctx, 'listComments');
    if (list === null || found === undefined) return null;
    return probe(ctx, list, { ...found.input, query: { ...found.input.query, order_by: 'created_at_asc' } });
  };
}

/** The answers to comments in other forms, each with a name. */
function writing(
  waysOf: (ctx: CheckContext, chooser: Chooser, site: Choice) => Readonly<Record<string, Partial<Input>>>,
): Probe {
  return async (ctx) => {
    const chooser = chooserOf(ctx.suite.api, 'createComment');
    const [site] = chooser === null ? [] : await choicesFor(ctx, chooser);
    if (chooser === null || site === undefined) return notObserved('the suite knows no site');
    if (users(ctx.suite).length === 0) stop(withoutUser(ctx.suite));
    const ways = waysOf(ctx, chooser, site);
    return each(Object.keys(ways), async (label) => {
      const input = { body: { content: freshText(ctx.suite, label) }, ...ways[label] };
      return acceptance(await sendFor(ctx, 'createComment', input, { label }));
    });
  };
}

const sizes = writing((_, chooser, site) => {
  const ofText = (content: string) => ({ ...choosing(chooser, 'header', site), body: { content } });
  return {
    empty: ofText(''),
    'white space': ofText(' \n\t '),
    '10,000 characters': ofText('x'.repeat(10_000)),
    '50,000 characters': ofText('x'.repeat(50_000)),
  };
});

const ends: Probe = async (ctx) => {
  const content = `  ${freshText(ctx.suite, 'white space at its ends')}  `;
  const input = await inputFor(ctx, 'createComment', { name: 'ends' });
  const exchange = await sendFor(ctx, 'createComment', { ...input, body: { content } }, { label: 'ends' });
  const kept = objectOf(exchange)?.['content'];
  return typeof kept === 'string' ? (kept === content ? 'kept' : 'trimmed') : null;
};

type Doing = 'favorComment' | 'unfavorComment' | 'createReply' | 'createComment';

/** The answer to an action, with changes, on a comment that the caller wrote for it. */
function doing(
  operation: Doing,
  name: string,
  change: (input: Input, ctx: CheckContext) => Partial<Input> | null | Promise<Partial<Input> | null> = () => ({}),
): Probe {
  return async (ctx) => {
    const input = await inputFor(ctx, operation, { name, maker: 'given' });
    const changed = await change(input, ctx);
    if (changed === null) return null;
    return acceptance(await sendFor(ctx, operation, { ...input, ...changed }, { label: name }));
  };
}

/** The effect of a repeated request, by a number in the answer of the operation. */
function repeatedly(operation: Doing): Probe {
  return async (ctx) => {
    const input = await inputFor(ctx, operation, { name: `${operation} again` });
    const once = await sendFor(ctx, operation, input, { label: 'once' });
    const exchange = await sendFor(ctx, operation, input, { label: 'again' });
    if (!isSuccess(exchange) || operation === 'createComment') return acceptance(exchange);
    const isSame = objectOf(exchange)?.['favor_count'] === objectOf(once)?.['favor_count'];
    return `accepted, and changes ${isSame ? 'nothing' : 'the count'}`;
  };
}

/** The time after which a number of a comment shows an action. */
function showing(operation: Doing, number: string): Probe {
  return async (ctx) => {
    const input = await inputFor(ctx, operation, { name: `${operation} shows` });
    const options = { label: number, credentials: 'none' } as const;
    const read = async () => objectOf(await sendFor(ctx, 'readComment', { path: input.path }, options))?.[number];
    const before = await read();
    if (!isSuccess(await sendFor(ctx, operation, input, { label: operation }))) return null;
    return (await read()) === before ? 'not at once' : 'at once';
  };
}

/** A favorite with the site of the comment, or another one, at a place of the request. */
const favorAt = (side: Side, whose: 'own' | 'other', name: string) =>
  doing('favorComment', name, async (input, ctx) => {
    const chooser = chooserOf(ctx.suite.api, 'favorComment');
    if (chooser === null) return null;
    const own: Choice = chooser.parts.map(({ header }) => input.headers[header ?? '']);
    const other = (await choicesFor(ctx, chooser)).find(([site]) => !own.includes(site)) ?? [];
    const choice = whose === 'own' ? own : other;
    return choice.length === 0 ? null : choosing(chooser, side, choice);
  });

const noSite = () => ({ headers: {}, query: {} });

export default [
  ...probesOf({
    'comment.paged.offset-unit': atComments(async (ctx, list, input) => {
      const keys = async (limit: number, cursor: string) => {
        const exchange = await sendPage(ctx, list, input, { limit, cursor }, { label: cursor, intent: 'open' });
        return pageOf(list, exchange)?.keys ?? [];
      };
      const [first, second] = [await keys(4, '0'), await keys(2, '1')];
      if (first.length < 4) return notObserved('there are too few comments');
      const isFrom = (place: number) => second.join() === first.slice(place, place + 2).join();
      return isFrom(1) ? 'rows' : isFrom(2) ? 'pages' : 'neither rows nor pages';
    }),
    'comment.listComments.order-default': async (ctx) => {
      for (const member of ['created_at', 'favor_count']) {
        const direction = await orderOf('listComments', member)(ctx);
        if (direction !== null && !direction.startsWith('not')) return `${member}: ${direction}`;
      }
      return 'not by created_at or favor_count';
    },
    /** The ways in which a request may choose a page by site and slug. */
    'comment.chosen-by.page': writing(({ suite }, chooser, site) => {
      const [id, slug] = [[site[0]], [undefined, site[1] ?? freshText(suite, 'how a page is chosen')]];
      const at = (side: Side) => ({
        id: choosing(chooser, side, id),
        slug: choosing(chooser, side, slug),
        both: choosing(chooser, side, [id[0], slug[1]]),
      });
      const [inHeader, inQuery] = [at('header'), at('query')];
      return {
        'both in headers': inHeader.both,
        'both in the query': inQuery.both,
        'site in a header, slug in the query': { headers: inHeader.id.headers, query: inQuery.slug.query },
        'site in the query, slug in a header': { headers: inHeader.slug.headers, query: inQuery.id.query },
        'site in a header alone': inHeader.id,
        'site in the query alone': inQuery.id,
      };
    }),
    'comment.chosen-by.slug': async (ctx) => {
      const { slug } = (await write(ctx, 'createComment', { name: 'what a slug chooses' })).item;
      if (typeof slug !== 'string') return null;
      const list = pagedListOf(ctx.suite.api, 'listComments');
      const exchange = await sendFor(ctx, 'listComments', { query: { slug } }, { label: 'slug' });
      const listed = list === null ? null : pageOf(list, exchange);
      if (listed === null) return `the slug of a page alone: ${acceptance(exchange)}`;
      const isItsOwn = listed.items.every((item) => item['slug'] === slug);
      return `the slug of a page alone: ${isItsOwn ? 'its comments' : 'other comments'}`;
    },
    'comment.content.bounds': several({ 'what is taken': sizes, 'white space at its ends': ends }),
    'comment.favorComment.site-in-query': favorAt('query', 'own', 'the site in the query'),
    'comment.favorComment.other-site': several({
      'another site': favorAt('header', 'other', 'another site'),
      'no site': doing('favorComment', 'no site', noSite),
    }),
    'comment.favorComment.twice': repeatedly('favorComment'),
    'comment.unfavorComment.without-favor': repeatedly('unfavorComment'),
  }),
  // New items appear in lists that others read, and those of others in lists that are counted.
  ...probesOf(
    {
      'comment.paged.total': atComments(async (ctx, list, input) => {
        const { pages } = await traverseWhole(ctx, list, input);
        const exchange = await sendPage(ctx, list, input, { limit: 1 }, { label: 'one', intent: 'open' });
        const reported = objectOf(exchange)?.['total'];
        const there = new Set(pages.flatMap(({ keys }) => keys)).size;
        if (typeof reported !== 'number' || there < 2) return null;
        if (reported === there) return 'the whole list';
        return reported === 1 ? 'the page' : reported > there ? 'more than the list holds' : 'less than the list holds';
      }),
      'comment.createComment.twice': repeatedly('createComment'),
      'comment.createReply.site': doing('createReply', 'a reply without a site', noSite),
      'comment.createReply.count': showing('createReply', 'reply_count'),
      'comment.favorComment.count': showing('favorComment', 'favor_count'),
      'comment.favorComment.own': doing('favorComment', 'a comment of his own'),
    },
    { alone: true },
  ),
];
