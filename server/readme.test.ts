/** Runs the shell blocks of the documents, unchanged except for the server's address. */

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { ServiceName } from '@wallet-services/contract/services';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { services } from './services.ts';
import { testServer } from './testing/server.ts';

const ADDRESS = 'http://127.0.0.1:4000';
const run = promisify(execFile);

/** Figures of a collateral type that STORIES.md explains. */
const BTC_A = { name: 'BTC-A', price: '46120.38', mat: '1.5', litter: '22916.4' };

/** The answers of a story, by the lines that describe them. */
type Story = Readonly<Record<string, readonly unknown[]>>;

function read(document: 'README.md' | 'STORIES.md'): Promise<string> {
  return readFile(new URL(document, import.meta.url), 'utf8');
}

/** The shell blocks of STORIES.md by heading. */
async function blocks(): Promise<Map<string, readonly string[]>> {
  const [, ...sections] = (await read('STORIES.md')).split(/^## /m);
  return new Map(
    sections.map((section) => [
      section.slice(0, section.indexOf('\n')).toLowerCase(),
      [...section.matchAll(/^```\n(.*?)^```$/gms)].map(([, block = '']) => block),
    ]),
  );
}

/** Runs the story of a service twice on one server: it must be repeatable. */
async function twice(service: ServiceName): Promise<readonly [Story, Story]> {
  const [block = ''] = (await blocks()).get(service) ?? [];
  const { httpUrl } = await testServer({ services: [service] });
  const script = block.replace(ADDRESS, httpUrl);
  return [await play(script), await play(script)];
}

async function play(script: string): Promise<Story> {
  const { stdout, stderr } = await run('bash', ['-ec', script], { timeout: PATIENCE });
  expect(stderr).toBe('');
  const story: Record<string, unknown[]> = {};
  let answers: unknown[] = [];
  for (const line of stdout.split('\n').filter((each) => each !== '')) {
    if (line.startsWith('# ')) {
      answers = [];
      story[line.slice(2)] = answers;
    } else {
      answers.push(JSON.parse(line));
    }
  }
  return story;
}

/** The only answer under a line of a story. */
function answer<Body>(story: Story, line: string): Body {
  expect([line, story[line]?.length]).toEqual([line, 1]);
  return story[line]?.[0] as Body;
}

/** The increase of a member between two answers. */
function gained<Name extends string>(
  name: Name,
  before: Readonly<Record<Name, string>>,
  after: Readonly<Record<Name, string>>,
): string {
  return new Decimal(after[name]).minus(before[name]).toFixed();
}

test('every service has one story, which begins with its address', async () => {
  const found = await blocks();
  expect([...found.keys()]).toEqual(services.map(({ name }) => name));
  for (const [service, [block, ...more]] of found) {
    expect([service, block?.split('\n')[0], more]).toEqual([service, `B=${ADDRESS}`, []]);
  }
});

test('the calls in README.md are answered', async () => {
  const block = (await read('README.md')).split('```').find((part) => part.startsWith(`\ncurl '${ADDRESS}`)) ?? '';
  const { httpUrl } = await testServer();
  const script = block.replaceAll(ADDRESS, httpUrl).replaceAll(/^curl /gm, 'curl -sSf -w "\\n" ');
  const { stdout } = await run('bash', ['-ec', script], { timeout: PATIENCE });
  const [listed, markets, transactions] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(listed).toHaveLength(2);
  expect(markets.data).toHaveLength(4);
  expect(transactions).toMatchObject({ data: [{}, {}] });
});

describe('the stories of STORIES.md can be run repeatedly', () => {
  test('lending: a supply is paid, moves the market and makes two transactions', async () => {
    for (const story of await twice('lending')) {
      const before = answer<{ total_cash: string; ctokens: string }>(story, 'The market of BTC');
      const after = answer<typeof before>(story, 'The market after it');
      expect(answer(story, 'The link to pay for a supply of 1 BTC')).toMatchObject({
        url: expect.stringMatching(/^wallet:\/\/codes\/[0-9a-f-]{36}$/),
      });
      expect(answer(story, 'Mira pays it')).toMatchObject({ data: { state: 'accepted', amount: '1' } });
      expect(before).toMatchObject({ symbol: 'BTC' });
      expect(gained('total_cash', before, after)).toBe('1');
      const [supply, mint, ...more] = answer<{ amount: string }[]>(story, 'The transactions since the payment');
      expect(supply).toMatchObject({ action: 1, amount: '1' });
      expect(mint).toMatchObject({ action: 5, amount: gained('ctokens', before, after) });
      expect(more).toEqual([]);
    }
  });

  test('comment: a comment gets a reply, a favorite, and the reward that was paid', async () => {
    for (const story of await twice('comment')) {
      expect(story['Mira and Jonas sign in']).toMatchObject([
        { data: { access_token: expect.stringMatching(/./), user: { id: 1207 } } },
        { data: { access_token: expect.stringMatching(/./), user: { id: 1311 } } },
      ]);
      const { data: comment } = answer<{ data: { id: number } }>(story, 'Mira comments');
      expect(comment).toMatchObject({ site_id: 13, user_id: '1207', favor_count: 0, reply_count: 0, rewards: [] });
      const { id } = comment;
      expect(answer(story, 'Jonas replies')).toMatchObject({ data: { comment_id: String(id), user_id: '1311' } });
      expect(answer(story, 'Jonas favorites the comment')).toMatchObject({ data: { id, favor_count: 1 } });
      expect(answer(story, 'Jonas asks for an airdrop to it')).toMatchObject({
        data: { opponent_id: id, status: 0, amount: '2.5' },
      });
      expect(answer(story, 'The comment before the payment')).toMatchObject({ data: { id, rewards: [] } });
      expect(answer(story, 'Jonas pays')).toMatchObject({ data: { state: 'accepted', amount: '2.5' } });
      expect(answer(story, 'The comment with its reward')).toMatchObject({
        data: { id, favor_count: 1, reply_count: 1, rewards: [{ recipient_id: 1207, amount: '2.5' }] },
      });
    }
  });

  test('swap: an order is done, found by its follow id, and moves the reserves', async () => {
    for (const story of await twice('swap')) {
      const before = answer<{ base_amount: string; quote_amount: string }>(story, 'The pair of BTC and USDC');
      const after = answer<typeof before>(story, 'The pair after it');
      const { data: action } = answer<{ data: { follow_id: string } }>(story, 'The action');
      expect(action).toMatchObject({ action: expect.stringMatching(/./), code: expect.stringMatching(/./) });
      expect(answer(story, 'Mira pays its code')).toMatchObject({ data: { state: 'accepted', amount: '1000' } });
      const { data: order } = answer<{ data: { fill_amount: string } }>(story, 'The order');
      expect(order).toMatchObject({ id: action.follow_id, state: 'Done', pay_amount: '1000', routes: 'aWB5L' });
      expect(answer(story, 'The latest of her transactions')).toMatchObject({
        data: { transactions: [{ follow_id: action.follow_id, type: 'Swap', amount: order.fill_amount }] },
      });
      expect(gained('quote_amount', before, after)).toBe('1000');
      expect(gained('base_amount', before, after)).toBe(`-${order.fill_amount}`);
    }
  });

  test('vault: flips report their states, and the content of a vault is on auction', async () => {
    for (const story of await twice('vault')) {
      const { collaterals } = answer<{ collaterals: object[] }>(story, 'The collateral types');
      expect(collaterals).toContainEqual(expect.objectContaining(BTC_A));
      const { flips } = answer<{ flips: { created_at: string; action: number }[] }>(story, 'The two latest flips');
      expect(flips.map(({ action }) => action)).toEqual([1, 2]);
      expect(Date.parse(flips[0]?.created_at ?? '')).toBeGreaterThan(Date.parse(flips[1]?.created_at ?? ''));
      expect(story['A flip in each state']).toMatchObject([
        { data: { action: 'FlipKick', bid: '0', guy: '' } },
        { data: { action: 'FlipBid', guy: expect.stringMatching(/./) } },
        { data: { action: 'FlipDeal', guy: expect.stringMatching(/./) } },
      ]);
      expect(answer(story, 'My vaults, without a token')).toMatchObject({ code: 401 });
      const { data: mine } = answer<{ data: { vaults: { id: string }[] } }>(story, 'The vaults of Jonas');
      expect(mine).toMatchObject({ vaults: [{ ink: '0', art: '0' }, {}], pagination: { has_next: true } });
      const vault_id = mine.vaults[0]?.id;
      expect(answer(story, 'What became of the first')).toMatchObject({
        data: {
          events: [{ vault_id, action: 'VatPayback' }, { dink: '-0.45' }, { action: 'VatOpen', dink: '0.45' }],
        },
      });
      expect(answer(story, 'The events of its flip')).toMatchObject({
        data: { events: [{ action: 'FlipBid' }, { action: 'FlipBid' }, { action: 'FlipKick', lot: '0.45' }] },
      });
    }
  });

  test('assistant: records are found and quoted, a slow turn is waited for, and reset empties the index', async () => {
    for (const story of await twice('assistant')) {
      expect(story['An empty index, and two records']).toMatchObject([{ data: {} }, { data: {} }]);
      expect(answer<{ data: object[] }>(story, 'A search').data).toMatchObject([{ object_id: 'refunds' }]);
      const { data: conversation } = answer<{ data: { id: string } }>(story, 'A conversation');
      expect(conversation).toMatchObject({ bot: { id: 2, name: 'Harbor' }, history: [] });
      expect(story['A turn, and its answer']).toMatchObject([
        { data: { status: 0, response: '', conversation_id: conversation.id } },
        { data: { status: 2, response: expect.stringContaining('A refund takes three days.') } },
      ]);
      expect(answer(story, 'A turn that takes its time')).toMatchObject({ data: { status: 0 } });
      expect(story['Read too early, and spoken into']).toMatchObject([{ code: 408 }, { code: 429 }]);
      expect(answer(story, 'Read in time')).toMatchObject({
        data: { status: 2, middleware_results: [{ name: 'delay' }] },
      });
      expect(answer(story, 'The whole conversation')).toMatchObject({
        data: { id: conversation.id, history: [{ status: 2 }, { status: 2, request: 'Are you sure?' }] },
      });
      expect(story['Reset: the search finds nothing']).toMatchObject([{ data: {} }, { data: [] }]);
    }
  });
});
