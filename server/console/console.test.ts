import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type AxeOptions, axeFindings } from '@wallet-services/kit/testing/axe';
import { mustSkipBrowser, openBrowser } from '@wallet-services/kit/testing/browser';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startServer } from '../index.ts';
import { call, eventually, post } from '../testing/server.ts';

const PAGES = ['journal', 'faults', 'clock', 'worlds', 'people', 'payments', 'conversations', 'states'];
const MARKETS = '/lending/api/v1/markets/all';

/** Starts the server's command: the console has many files, which load faster than within the test runner. */
async function started(): Promise<{ readonly child: ChildProcess; readonly httpUrl: string }> {
  const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));
  const args = [cli, '--port', '0', '--rpc-port', '0', '--log-level', 'silent'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], timeout: PATIENCE });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    const url = /start here +(http:[^ ]+:\d+)/.exec(printed)?.[1];
    if (url !== undefined && printed.includes('data  ')) return { child, httpUrl: url };
  }
  throw new Error(`the server ended before it was ready: ${printed}`);
}

/** Measures in the page how far its content exceeds its width. */
function overflow(): number {
  return document.documentElement.scrollWidth - window.innerWidth;
}

describe.skipIf(mustSkipBrowser(process.env))('the console', () => {
  let server: Awaited<ReturnType<typeof started>>;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([started(), openBrowser(process.env)]);
  });

  afterAll(async () => {
    await browser?.close();
    server?.child.kill('SIGKILL');
  });

  /** Opens a page, and records its console messages and its requests to other hosts. */
  async function opened(width: number): Promise<{ readonly page: Page; readonly complaints: string[] }> {
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(server.httpUrl)) complaints.push(`asks ${request.url()}`);
    });
    return { page, complaints };
  }

  /** Goes to a page of the console, by its anchor. */
  async function at(page: Page, anchor: string): Promise<void> {
    await page.goto(`${server.httpUrl}/sandbox#${anchor}`);
    await page.locator('h1').waitFor();
    await expect.poll(() => page.locator('main').textContent()).not.toContain('Loading ...');
  }

  const control = (path: string) => `${server.httpUrl}/sandbox/worlds/main${path}`;

  it.each([1400, 390])('is accessible, %i pixels wide, light and dark', async (width) => {
    await call(`${server.httpUrl}${MARKETS}`);
    await call(`${server.httpUrl}/vault/me/vats`);
    await post(control('/faults'), { operation: 'listPairs', status: 503 });
    const { page, complaints } = await opened(width);
    for (const anchor of ['', ...PAGES]) {
      if (anchor === '') await page.goto(server.httpUrl);
      else await at(page, anchor);
      for (const summary of await page.locator('main summary').all()) {
        if ((await summary.count()) > 0 && (await page.locator('main details[open]').count()) < 3)
          await summary.click();
      }
      const found = async (options: AxeOptions) =>
        (await axeFindings(page, options)).map((finding) => `${anchor || 'the first page'}: ${finding}`);
      complaints.push(...(await found({})));
      await page.emulateMedia({ colorScheme: 'dark' });
      complaints.push(...(await found({ rules: ['color-contrast'] })));
      await page.emulateMedia({ colorScheme: 'light' });
      expect([anchor, await page.evaluate(overflow)]).toEqual([anchor, 0]);
    }
    expect(complaints).toEqual([]);
    await call(control('/faults'), { method: 'DELETE' });
  });

  it('shows exchanges as they happen, with bodies', async () => {
    const { page } = await opened(1400);
    await at(page, 'journal');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('No exchanges yet').waitFor();
    await call(`${server.httpUrl}${MARKETS}?seen=live`);
    const exchange = page.locator('.exchange', { hasText: 'seen=live' });
    await exchange.locator('summary').first().click();
    await expect.poll(() => exchange.getByLabel('Body of the response').textContent()).toContain('"symbol"');
    await exchange.getByRole('button', { name: 'Repeat' }).click();
    await page.getByRole('status').getByText('Sent again: 200').waitFor();
    await expect.poll(() => page.locator('.exchange', { hasText: 'seen=live' }).count()).toBe(2);
    await page.getByLabel('Path contains').fill('seen=other');
    await page.getByText('None of 2 exchanges passes the filter').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    expect(await page.getByRole('button', { name: 'Paused' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('switches faults on and off with the keyboard only', async () => {
    const { page } = await opened(1400);
    await page.goto(server.httpUrl);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Faults' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('spinbutton', { name: 'Status' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('page');
    await page.getByRole('spinbutton', { name: 'Status' }).focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('418');
    await page.keyboard.press('Enter');
    await page.getByText('responds with 418').first().waitFor();
    expect((await call(`${server.httpUrl}${MARKETS}`)).status).toBe(418);
    const off = page.getByRole('button', { name: /^Switch off .*418/ });
    await off.focus();
    await page.keyboard.press('Space');
    await page.getByText('responds with 418').first().waitFor({ state: 'detached' });
    expect((await call(`${server.httpUrl}${MARKETS}`)).status).toBe(200);
  });

  it('switches a faulty server on by its name', async () => {
    const { page } = await opened(390);
    await at(page, 'faults');
    // The server may load the suite for longer than other answers may take.
    await page.route('**/sandbox/catalogue*', async (route) => {
      await wait(16_000);
      await route.continue();
    });
    await page.getByRole('button', { name: 'Show the catalogue' }).click();
    await page.getByLabel('Words in the name').fill('answer is a word');
    const first = page.getByRole('button', { name: /^Switch on .*answer is a word/ }).first();
    await first.click();
    await page.getByRole('button', { name: 'Switch all off' }).click();
    await page.getByText('No fault is active').waitFor();
  });

  it('creates a world with its own clock', async () => {
    const { page } = await opened(1400);
    await at(page, 'worlds');
    await page.getByLabel('Name (optional)').fill('checkout test');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect.poll(() => page.getByLabel('World').locator('option:checked').textContent()).toBe('checkout test');
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Clock' }).click();
    await page.getByRole('button', { name: 'Freeze' }).click();
    await page.getByRole('button', { name: '+ 30 days' }).click();
    await page.getByText(/30 d.* ahead of the system clock/).waitFor();
    expect(await call(control('/clock'))).toMatchObject({ body: { data: { frozen: false } } });
    await page.getByLabel('World').selectOption('main');
    await page.getByText('same as the system clock').waitFor();
  });

  it('saves a snapshot, restores it, and creates another world from it', async () => {
    const { page } = await opened(390);
    await at(page, 'worlds');
    await page.getByLabel('Name (optional)').fill('to be kept');
    await page.getByRole('button', { name: 'Create' }).click();
    const world = page.locator('main li', { hasText: 'shown here' });
    await world.getByRole('heading', { name: 'to be kept' }).waitFor();
    await world.getByText('Save or restore').click();
    await world.getByLabel('Name of the snapshot').fill('as it was');
    await world.getByRole('button', { name: 'Save' }).click();
    const snapshots = page.locator('section', { has: page.getByRole('heading', { name: 'Snapshots' }) });
    await snapshots.getByText('as it was', { exact: true }).waitFor();
    await world.getByLabel('Restore').selectOption('as it was');
    await world.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('status').getByText('to be kept is restored').waitFor();
    await page.getByLabel('Initial data').selectOption('as it was');
    await page.getByLabel('Name (optional)').fill('the second');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Remove the second' }).click();
    await snapshots.getByRole('button', { name: 'Remove snapshot as it was' }).click();
    await snapshots.getByText('None yet').waitFor();
  });

  it('requires the token where others reach the server, and reports a lost connection', async () => {
    const options = { rpcPort: 0, services: ['lending'], host: '0.0.0.0', sandboxToken: 'secret-of-the-test' } as const;
    let running = await startServer({ port: 0, ...options });
    onTestFinished(() => running.close());
    const port = Number(new URL(running.httpUrl).port);
    const url = `http://127.0.0.1:${port}`;
    expect((await fetch(`${url}/sandbox/about`)).status).toBe(401);
    const { page } = await opened(390);
    await page.goto(`${url}/sandbox`);
    const answer = async (token: string) => {
      await page.getByLabel('Token').fill(token);
      await page.getByRole('button', { name: 'Use it in this tab' }).click();
    };
    await answer('another');
    await page.getByRole('alert').getByText('is wrong').waitFor();
    await answer('secret-of-the-test');
    const state = page.getByRole('region', { name: 'Filter' }).getByRole('status');
    await expect.poll(() => state.textContent()).toBe('live');
    await running.close();
    await expect.poll(() => state.textContent()).toMatch(/the connection is lost/);
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
    running = await startServer({ port, ...options });
    await expect.poll(() => state.textContent()).toBe('live');
    await call(`${url}${MARKETS}?seen=again`);
    await page.locator('.exchange', { hasText: 'seen=again' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('pays with a click, signs tokens, and ends turns', async () => {
    const { page } = await opened(390);
    await at(page, 'payments');
    await page.getByRole('button', { name: /^Request one/ }).click();
    const requested = page.locator('main li', { hasText: 'lending' }).first();
    await requested.getByRole('button', { name: /^Pay/ }).click();
    await requested.getByText('paid', { exact: true }).waitFor();

    await at(page, 'people');
    await page.getByRole('button', { name: 'Sign a token of Mira Sandoval' }).click();
    const token = await page.locator('main code', { hasText: /^eyJ/ }).textContent();
    const me = await call(`${server.httpUrl}/wallet/me`, { headers: { Authorization: `Bearer ${token}` } });
    expect(me.body).toMatchObject({ data: { full_name: 'Mira Sandoval' } });

    await at(page, 'conversations');
    await page.locator('summary', { hasText: 'turn 401' }).click();
    const form = page.locator('details[open] form');
    await form.getByLabel('Message (optional)').fill('the model is away');
    await form.getByRole('button', { name: 'End turn' }).click();
    await page.getByText('the model is away').waitFor();
  });

  it('reports the problem, and continues when the server is reachable again', async () => {
    const { page } = await opened(1400);
    await at(page, 'journal?world=nowhere123');
    await expect.poll(() => page.getByRole('alert').first().textContent()).toMatch(/world/);
    await page.getByLabel('World').selectOption('main');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await eventually(async () => (await page.getByRole('alert').count()) === 0);
  });
});

it('serves the files of the console, and no others', async () => {
  const server = await startServer({ port: 0, rpcPort: 0, services: ['lending'] });
  onTestFinished(() => server.close());
  for (const file of ['main.js', 'start.js', 'page.css', 'style.css', 'icon.svg', 'preact.js', 'hooks.js', 'htm.js']) {
    const response = await fetch(`${server.httpUrl}/sandbox/console/${file}`);
    expect([file, response.status]).toEqual([file, 200]);
    await response.body?.cancel();
  }
  for (const file of ['page.ts', '..%2fpage.ts', 'constructor.js', 'none.js', 'main.js.map']) {
    expect((await call(`${server.httpUrl}/sandbox/console/${file}`)).status).toBe(404);
  }
});
