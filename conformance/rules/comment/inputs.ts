/** Inputs that this server accepts, for each operation; made from what is there, or from what the case writes. */
import { exampleInput } from '../../generate/inputs.ts';
import { operationOf } from '../../model/api.ts';
import type { Input } from '../../model/call.ts';
import { isObject } from '../../model/json.ts';
import type { Scene } from '../rule.ts';
import { objectOf } from '../shared/data.ts';
import { ask, inputOf } from './calls.ts';
import { type Asking, choiceOf, findSites, ownComment, ownPage, pageOf, users } from './fixtures.ts';
import { findComments, numberOf, numbersOf } from './found.ts';
import { commentKnown, type KnownSite } from './known.ts';

/** An operation with inputs that this server accepts. */
export interface Asked {
  /** The operationId. */
  readonly operation: string;
  /** Asks for what the inputs need; null where this server, or this target, has nothing to ask with. */
  readonly input: (scene: Scene) => Asking<Input | null>;
  /** What to put into the data or the target where there is nothing. */
  readonly hint: string;
}

const COMMENT_HINT = 'put a comment into a site and name the site as known.sites in the target file';

function silent(): void {
  // The caller tells that there is nothing to ask with.
}

/** A comment and its site: one of the case's own where somebody can write, else one that is there. */
function* someComment(
  scene: Scene,
  name: string,
): Asking<{ readonly id: number; readonly siteId: number | null; readonly slug?: string } | null> {
  const own = users(scene).length === 0 ? null : yield* ownComment(scene, silent, name);
  if (own !== null) return { id: own.id, siteId: own.site.id, slug: own.slug };
  const [found] = yield* findComments(scene);
  const id = numberOf(found?.['id']);
  return id === null ? null : { id, siteId: numberOf(found?.['site_id']) };
}

/** A comment to read: one that is there, else one of the case's own. */
function forReading(operation: string): Asked {
  return {
    operation,
    *input(scene) {
      const [found] = numbersOf(yield* findComments(scene), 'id');
      const id = found ?? (yield* someComment(scene, `for ${operation}`))?.id;
      return id === undefined ? null : inputOf(operation, { id });
    },
    hint: COMMENT_HINT,
  };
}

function* someUser(scene: Scene): Asking<number | null> {
  if (users(scene).includes('given')) {
    const me = objectOf(yield ask(scene, 'readMe', { label: 'me' }));
    if (me !== null) return numberOf(me['id']);
  }
  const [writer] = numbersOf(yield* findComments(scene), 'user_id');
  if (writer !== undefined) return writer;
  for (const { id } of yield* findSites(scene)) {
    const site = objectOf(yield ask(scene, 'readSite', { label: 'owner', id, credentials: 'none', intent: 'open' }));
    const owner = numberOf(site?.['user_id']);
    if (owner !== null) return owner;
  }
  return null;
}

/** Body of an airdrop to a comment; null where there is no comment. */
export function* airdropInput(scene: Scene): Asking<Input | null> {
  const example = exampleInput(operationOf(scene.api, 'createAirdrop'), 'required');
  const { airdrop_asset: asset } = commentKnown(scene);
  const comment = yield* someComment(scene, 'airdrop');
  if (comment === null || !isObject(example.body)) return null;
  const { asset_id, amount, memo, redirect_url } = example.body;
  const body = {
    airdrop_type: 'comment',
    opponent_id: comment.id,
    asset_id: asset ?? asset_id,
    amount,
    memo,
    redirect_url,
  };
  return { ...example, body };
}

type Maker = (scene: Scene) => Asking<Input | null>;

function forSite(operation: string, build: (site: KnownSite) => Input): Asked & { readonly input: Maker } {
  return {
    operation,
    *input(scene) {
      const [site] = yield* findSites(scene);
      return site === undefined ? null : build(site);
    },
    hint: 'name two sites that take comments as known.sites in the target file',
  };
}

function forComment(
  operation: string,
  more: (comment: { siteId: number | null; slug?: string }) => Omit<Parameters<typeof inputOf>[1], 'id'>,
): Asked {
  return {
    operation,
    *input(scene) {
      const comment = yield* someComment(scene, `for ${operation}`);
      return comment === null ? null : inputOf(operation, { id: comment.id, ...more(comment) });
    },
    hint: COMMENT_HINT,
  };
}

const atItsSite = ({ siteId, slug }: { siteId: number | null; slug?: string }) => ({
  header: siteId === null ? { slug } : { id: siteId },
});

/** What to ask each operation with. */
export const asked = {
  createComment: {
    operation: 'createComment',
    *input(scene) {
      // In the form in which the server takes the choice of a page, if that can be found out.
      const page = users(scene).length === 0 ? null : yield* ownPage(scene, silent, 'for createComment');
      const [site] = page === null ? yield* findSites(scene) : [page.site];
      if (site === undefined) return null;
      const choice = choiceOf(page ?? pageOf(scene, site, 'for createComment'), page?.form ?? 'both');
      return inputOf('createComment', { header: choice, body: { content: 'A remark that must not appear.' } });
    },
    hint: 'name two sites that take comments as known.sites in the target file',
  },
  listComments: forSite('listComments', ({ id }) => inputOf('listComments', { header: { id } })),
  readSite: forSite('readSite', ({ id }) => inputOf('readSite', { id })),
  readComment: forReading('readComment'),
  listReplies: forReading('listReplies'),
  createReply: forComment('createReply', () => ({ body: { content: 'A reply that must not appear.' } })),
  favorComment: forComment('favorComment', atItsSite),
  unfavorComment: {
    ...forComment('unfavorComment', atItsSite),
    *input(scene) {
      const comment = yield* someComment(scene, 'for unfavorComment');
      if (comment === null) return null;
      const choice = { id: comment.id, ...atItsSite(comment) };
      // What taking back a favorite does that is none is open.
      if (users(scene).includes('given'))
        yield ask(scene, 'favorComment', { label: 'favor', ...choice, intent: 'open' });
      return inputOf('unfavorComment', choice);
    },
  },
  readMe: {
    operation: 'readMe',
    // biome-ignore lint/correctness/useYield: it needs to ask nothing.
    *input() {
      return inputOf('readMe', {});
    },
    hint: '',
  },
  readUser: {
    operation: 'readUser',
    *input(scene) {
      const id = yield* someUser(scene);
      return id === null ? null : inputOf('readUser', { id });
    },
    hint: 'name two sites as known.sites in the target file: their owners and writers are users',
  },
  createAirdrop: { operation: 'createAirdrop', input: airdropInput, hint: COMMENT_HINT },
} satisfies Readonly<Record<string, Asked>>;
