/** Builds the site with the command, and reads it in a browser, below a base path. */
import { execFile } from 'node:child_process';
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { operationsOf } from '@wallet-services/generators/document';
import { axeFindings, LOOKS, SERIOUS } from '@wallet-services/kit/testing/axe';
import { mustSkipBrowser, openBrowser } from '@wallet-services/kit/testing/browser';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { freePorts } from '@wallet-services/kit/testing/ports';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { referenceAnchor } from './pages/reference.ts';
import { readChoices } from './read/choices.ts';
import { readContract, type ServiceContract } from './read/contract.ts';
import { guidePage } from './read/guides.ts';
import { paths } from './read/paths.ts';
import { root } from './read/repository.ts';
import { serveSite } from './serve.ts';
import { deadLinks, readSite } from './testing/static-site.ts';

const services = await readContract();

/** The base path, as on a host of pages. */
const BASE = '/docs/';

let folder: string;
let pages: ReadonlyMap<string, string>;
let output: string;

beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'docs-')), 'the pages #1');
  const args = ['run', 'docs', '--', '--out', folder, '--base', BASE];
  output = (await promisify(execFile)('npm', args, { cwd: root, timeout: PATIENCE })).stdout;
  pages = await readSite(folder);
});

afterAll(() => rm(dirname(folder), { recursive: true, force: true }));

function html(path: string): string {
  return pages.get(path) ?? '';
}

/** Evaluated in the page: number of tables that exceed its width without scrolling separately. */
function tablesOutside(): number {
  const scrolls = (element: Element): boolean =>
    getComputedStyle(element).overflowX === 'auto' ||
    (element.parentElement !== null && element.parentElement !== document.body && scrolls(element.parentElement));
  return Array.from(document.querySelectorAll('table')).filter(
    (table) => table.getBoundingClientRect().right > window.innerWidth + 1 && !scrolls(table),
  ).length;
}

describe('the site', () => {
  it('prints its address', () => {
    // The page for missing addresses and the report are not counted.
    expect(output).toContain(`${pages.size - 2} pages in `);
    expect(output).toContain(folder);
  });

  it('has every rule and every open question, each with a source and the choice of the reference server', () => {
    for (const { name, rules, questions } of services) {
      const page = html(`${name}/rules.html`);
      for (const { id } of [...rules, ...questions]) expect(page).toContain(`<li id="${id}">`);
      expect(page.match(/<b>Reference server:<\/b>/g)).toHaveLength(questions.length);
      expect(page, name).not.toContain('the suite cannot observe it');
    }
  });

  it('states a choice only when the suite cannot observe it', async () => {
    const all = services.flatMap(({ questions }) => questions.map(({ id }) => id));
    const text = [...pages.values()].join('\n');
    for (const [id, choice] of await readChoices()) {
      expect(all).toContain(id);
      expect([
        id,
        text.includes(choice.text.replaceAll("'", '&#39;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
      ]).toEqual([id, true]);
    }
  });

  it('has every message of the protobuf files, with field numbers and comments', () => {
    for (const { name, files } of services) {
      const messages = [...files['service.proto'].matchAll(/^message (\w+)/gm)].map(([, message]) => message);
      expect(messages.length).toBeGreaterThan(5);
      for (const message of messages)
        expect(html(`protobuf/${name}.html`)).toContain(`<h3 id="${name}.v1.${message}">`);
    }
    expect(html('protobuf/lending.html')).toMatch(
      /<td>25<\/td><td><code>price_update_at<\/code><\/td><td><code>google\.protobuf\.Timestamp<\/code><\/td><td>JSON calls it `price_updated_at`/,
    );
  });

  it('has a title and one heading of the first level on each page, each title once', () => {
    const own = [...pages].filter(([path]) => path !== '404.html');
    const titles = own.map(([path, page]) => [path, /<title>(.*?)<\/title>/s.exec(page)?.[1] ?? ''] as const);
    expect(new Set(titles.map(([, title]) => title)).size).toBe(titles.length);
    for (const [path, page] of own) expect([path, page.match(/<h1[ >]/g)?.length]).toEqual([path, 1]);
  });

  it('has no dead links, and none that leave its folder', async () => {
    const files = new Set<string>();
    for await (const file of glob('**/*', { cwd: folder })) files.add(file);
    const dead = [...pages.keys()].flatMap((path) =>
      deadLinks(path, pages, files, BASE).map((target) => `${path}: ${target}`),
    );
    expect(dead).toEqual([]);
  });

  it('leads along each path, and to no other path at its ends', () => {
    for (const { stops } of paths.slice(0, 4)) {
      const stopPages = stops.map(({ file = '' }) => html(guidePage(file)));
      expect(stopPages.map((page) => page.includes('Previous page'))).toEqual(stops.map((_, place) => place > 0));
      expect(stopPages.map((page) => page.includes('Next page'))).toEqual(
        stops.map((_, place) => place < stops.length - 1),
      );
    }
  });

  it('lists the operations of a service before a script runs, each with its rules', () => {
    for (const { name, document } of services) {
      const ids = operationsOf(document).map(({ operation }) => operation.operationId);
      const listed = [...html(`${name}/index.html`).matchAll(/<li><a href="rules\.html#(\w+)">/g)].map(([, id]) => id);
      expect([name, listed]).toEqual([name, ids]);
    }
  });

  it('uses the same file of Scalar as the server', async () => {
    const vendored = join(root, 'server/reference/vendor/scalar-api-reference-1.72.1.js');
    const [shown, served] = await Promise.all([readFile(join(folder, 'assets/scalar.js')), readFile(vendored)]);
    expect(shown.equals(served)).toBe(true);
  });
});

describe.skipIf(mustSkipBrowser(process.env))('in a browser', () => {
  let browser: Browser;
  let origin: string;
  const served = new AbortController();
  const problems: string[] = [];

  beforeAll(async () => {
    const port = await freePorts(1);
    origin = `http://127.0.0.1:${port}`;
    void serveSite({ folder, base: BASE, port, signal: served.signal });
    browser = await openBrowser(process.env);
  });
  afterAll(async () => {
    await browser?.close();
    served.abort();
  });

  /** A page that records errors and unexpected requests. */
  async function opened(width: number): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: 'dark' });
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
    page.on('requestfailed', (request) => {
      // Pages are prefetched; these requests are aborted when a page is left.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(`${request.url()} failed`);
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && !/^(?:data|blob):/.test(request.url()))
        problems.push(`${page.url()} asks ${request.url()}`);
    });
    return page;
  }

  function address(path: string): string {
    return `${origin}${BASE}${path}`;
  }

  /** By how many pixels a page exceeds the width of the window. */
  function excess(page: Page): Promise<number> {
    return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  }

  it('opens every page, none wider than a phone, without an error or a request to another host', async () => {
    // The pages of operations take longer, and are opened below.
    const operations = services.map(({ name }) => `${name}/index.html`);
    const waiting = [...pages.keys()].filter((path) => !operations.includes(path)).values();
    const wide: string[] = [];
    const reader = async () => {
      const page = await opened(360);
      for (const path of waiting) {
        await page.goto(address(path), { waitUntil: 'load' });
        if ((await excess(page)) > 0) wide.push(path);
      }
      await page.context().close();
    };
    await Promise.all([reader(), reader()]);
    expect(problems).toEqual([]);
    expect(wide).toEqual([]);
  });

  /** A page of each kind. */
  const kinds = [
    'index.html',
    'flows.html',
    'services.html',
    'start/build.html',
    'lending/rules.html',
    'protobuf/lending.html',
    'guides/server.html',
    'conformance/index.html',
    'conformance/statements.html',
    'conformance/statements-2.html',
    'conformance/choices.html',
    'conformance/coverage.html',
    'conformance/faults.html',
    'conformance/faults-lending.html',
  ];

  it.each(LOOKS)(
    'is without a serious finding of axe at %i pixels, %s, and no table leaves its page',
    async (width, scheme) => {
      const page = await opened(width);
      await page.emulateMedia({ colorScheme: scheme });
      for (const path of kinds) {
        await page.goto(address(path));
        const found = await axeFindings(page, SERIOUS);
        expect([path, found, await page.evaluate(tablesOutside)]).toEqual([path, [], 0]);
      }
      await page.context().close();
    },
  );

  it.each(['light', 'dark'] as const)('has operations without a serious finding of axe, %s', async (colorScheme) => {
    const page = await opened(1400);
    await page.emulateMedia({ colorScheme });
    await page.goto(address('assistant/index.html'));
    await page.getByText('Turns', { exact: true }).first().waitFor();
    // Parts further down are rendered when they come into view.
    await page.mouse.move(700, 500);
    for (let turn = 0; turn < 30; turn += 1) {
      await page.mouse.wheel(0, 1000);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    expect(await axeFindings(page, SERIOUS)).toEqual([]);
    await page.context().close();
  });

  it('has pictures with names that load nothing and share no ids', async () => {
    const drawn = ['flows.html', 'conformance/coverage.html', 'guides/server.html'];
    for (const path of drawn) {
      const pictures = html(path).match(/<svg [^>]*>/g) ?? [];
      expect([path, pictures.length > 0, pictures.every((svg) => svg.includes('role="img" aria-label="'))]).toEqual([
        path,
        true,
        true,
      ]);
      expect(html(path)).not.toMatch(/@import|fonts\.googleapis/);
      const ids = [...html(path).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect([path, ids.filter((id, place) => ids.indexOf(id) !== place)]).toEqual([path, []]);
    }
  });

  it('shows an operation of each service with its rules, and leads to a rule', async () => {
    const waiting = services.values();
    const reader = async () => {
      const page = await opened(1280);
      for (const service of waiting) await readOperation(page, service);
      await page.context().close();
    };
    await Promise.all([reader(), reader()]);
    expect(problems).toEqual([]);
  });

  /** Clicks an operation in Scalar's list, and follows the link of one of its rules. */
  async function readOperation(page: Page, { name, document, rules }: ServiceContract): Promise<void> {
    const first = rules.find(({ operation }) => operation !== null && !operation.includes('/'));
    const found = operationsOf(document).find(({ operation }) => operation.operationId === first?.operation);
    if (first === undefined || found === undefined) throw new Error(`${name} has no rule of an operation`);
    const anchor = referenceAnchor(found.method, found.path, found.operation);
    await page.goto(address(`${name}/index.html#${anchor}`));
    const section = page.locator(`[id$="/${anchor}"]`).first();
    await section.getByText(first.text).first().waitFor();
    await section.getByText('Rules', { exact: true }).first().waitFor();
    await page.setViewportSize({ width: 360, height: 900 });
    expect([name, await excess(page)]).toEqual([name, 0]);
    await page.setViewportSize({ width: 1280, height: 900 });
    const target = section.locator(`a[href="rules.html#${first.id}"]`).first();
    await page.goto(new URL((await target.getAttribute('href')) ?? '', page.url()).href);
    expect(await page.locator(`[id="${first.id}"]`).isVisible()).toBe(true);
  }

  it('leads from page to page, and to operations, which are static pages', async () => {
    const page = await opened(1280);
    await page.goto(address('start/build.html'));
    await page.getByRole('link', { name: /^Next page/ }).click();
    await page.waitForURL(address('guides/conformance.html'));
    await page.getByRole('link', { name: /^Previous page/ }).click();
    await page.waitForURL(address('start/build.html'));
    await page.goto(address('services.html'));
    await page.getByRole('link', { name: 'Operations', exact: true }).first().click();
    await page.waitForURL(/\/lending\/index\.html$/);
    await page.getByRole('heading', { name: 'Lending: operations' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('remembers the chosen language of calls from page to page', async () => {
    const page = await opened(1280);
    const shown = () => page.locator('.vp-code-group .blocks > .active').evaluate(({ className }) => className);
    await page.goto(address('start/client.html'));
    await expect.poll(shown).toContain('language-ts');
    await page.getByText('Python', { exact: true }).and(page.locator('.tabs label')).click();
    await expect.poll(shown).toContain('language-python');
    await page.goto(address('guides/clients.html'));
    await expect.poll(shown).toContain('language-python');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  /** Presses the keys of the search until its script has loaded. */
  async function openSearch(page: Page): Promise<boolean> {
    const box = page.getByRole('searchbox');
    if ((await box.count()) === 0) await page.keyboard.press('Control+k');
    return box.isVisible();
  }

  it('finds operations, rules, questions, guides and messages from any page, with the keyboard only', async () => {
    const page = await opened(1280);
    for (const [words, title] of [
      ['stats markets kline', 'GET /stats/markets/{base}/{quote}/kline/v2'],
      ['lending.listTransactions.limited.at-most', 'lending.listTransactions.limited.at-most'],
      ['lending.limits.rate', 'lending.limits.rate'],
      ['price_update_at', 'lending.v1.Market'],
      ['one deliberate bug', 'Words'],
    ] as const) {
      await page.goto(address('start/mock.html'));
      await expect.poll(() => openSearch(page), { timeout: PATIENCE }).toBe(true);
      await page.getByRole('searchbox').fill(words);
      await page.getByRole('option').filter({ hasText: title }).first().waitFor();
    }
    await page.getByRole('searchbox').fill('lending.v1.Market');
    const selected = page
      .getByRole('option', { selected: true })
      .filter({ hasText: 'lending.v1.MarketA money market' });
    const isReached = async () => {
      if ((await selected.count()) > 0) return true;
      await page.keyboard.press('ArrowDown');
      return false;
    };
    await expect.poll(isReached, { timeout: PATIENCE }).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(/protobuf\/lending\.html#lending\.v1\.Market$/);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
