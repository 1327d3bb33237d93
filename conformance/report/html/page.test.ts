import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { axeFindings, LOOKS } from '@wallet-services/kit/testing/axe';
import { mustSkipBrowser, openBrowser } from '@wallet-services/kit/testing/browser';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleReport } from '../../testing/sample.ts';
import { junitReport } from '../junit.ts';
import { htmlReport } from './page.ts';

const html = htmlReport(sampleReport);

test('the page refers to no other file and no network', () => {
  expect(html).not.toMatch(/<(?:link|img|iframe)|\ssrc=|@import|url\(/);
  expect(html).toContain('default-src &#39;none&#39;');
});

test("a server's answer is shown as text", () => {
  expect(html).toContain('&lt;script&gt;document.title=1');
  expect(html.match(/<script>/g)).toHaveLength(1);
});

/** Contrast of text with its background, by the formula of WCAG; at least 4.5 for text. */
function leastContrast(): number {
  const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element: Element): string => {
    const { backgroundColor } = getComputedStyle(element);
    if ((channels(backgroundColor)[3] ?? 1) > 0) return backgroundColor;
    return element.parentElement === null ? 'rgb(255, 255, 255)' : behind(element.parentElement);
  };
  const ratios = Array.from(
    document.querySelectorAll('h1, h2, h3, p, td, th, dd, dt, summary, button, label, .verdict'),
    (one) => {
      const [front, back] = [luminance(getComputedStyle(one).color), luminance(behind(one))];
      return (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    },
  );
  return Math.min(...ratios);
}

describe.skipIf(mustSkipBrowser(process.env))('in a browser', () => {
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'report-'));
    await writeFile(join(folder, 'report.html'), html);
    browser = await openBrowser(process.env);
  });

  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });

  async function open(
    width = 1280,
    colorScheme: 'light' | 'dark' = 'light',
  ): Promise<{ page: Page; problems: string[] }> {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) problems.push(request.url());
    });
    await page.goto(pathToFileURL(join(folder, 'report.html')).href);
    return { page, problems };
  }

  test.each([
    [1280, 'light'],
    [390, 'light'],
    [320, 'dark'],
  ] as const)('at %i pixels, %s, it fits, can be read and is quiet', async (width, scheme) => {
    const { page, problems } = await open(width, scheme);
    expect(await page.title()).toBe('NOT CONFORMANT: lending, vault');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await page.evaluate(leastContrast)).toBeGreaterThanOrEqual(4.5);
    expect(problems).toEqual([]);
    await page.close();
  });

  test.each(LOOKS)('at %i pixels, %s, unfolded, axe finds nothing', async (width, scheme) => {
    const { page } = await open(width, scheme);
    await page.locator('details').evaluateAll((all) => all.map((one) => one.setAttribute('open', '')));
    expect(await axeFindings(page)).toEqual([]);
    await page.close();
  });

  test('findings come first, then the undecided checks, the dossier and every check', async () => {
    const { page } = await open();
    expect(await page.locator('h2').allTextContents()).toEqual([
      'Findings (2)',
      'Known failures',
      'Not decided (5)',
      'Dossier (1)',
      'Every check (10)',
    ]);
    await page.close();
  });

  test('it can be searched, and filtered by verdict and service', async () => {
    const { page } = await open();
    const shown = () => page.locator('[data-verdict]:visible').count();
    // Folded or not.
    const everything = await page.locator('[data-verdict]').count();
    await page.getByLabel('Search').fill('TOTAL_cash actual');
    expect(await shown()).toBe(1);
    expect(await page.locator('#rules .nothing').isVisible()).toBe(true);
    expect(await page.locator('output').textContent()).toBe(`1 of ${everything} entries shown`);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => page.locator('[data-verdict]:not([hidden])').count()).toBe(everything);
    await page.getByRole('combobox', { name: 'Verdict' }).selectOption('blocked');
    await page.getByRole('combobox', { name: 'Service' }).selectOption('vault');
    expect(await page.locator('[data-verdict]:visible').allTextContents()).toEqual([
      expect.stringContaining('vault cannot be reached'),
      expect.stringContaining('vault.waits'),
      expect.stringContaining('vault.waits'),
    ]);
    await page.close();
  });

  test('the contents lead to each part, and a link to a finding unfolds it', async () => {
    const { page } = await open();
    const links = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
    const targets = await links.evaluateAll((all) =>
      all.map((link) => document.querySelector(link.getAttribute('href') ?? '')?.textContent === link.textContent),
    );
    expect(targets.length).toBeGreaterThan(5);
    expect(targets).not.toContain(false);
    const second = page.locator('#finding-2 > details');
    expect(await second.getAttribute('open')).toBeNull();
    await page.evaluate(() => {
      location.hash = '#finding-2';
    });
    await expect.poll(() => second.getAttribute('open')).not.toBeNull();
    await page.close();
  });

  test('checks are folded by operation, and those with the same missing data are together', async () => {
    const { page } = await open();
    expect(await page.locator('#rules details[open]').count()).toBe(0);
    expect(await page.locator('#rules summary').allTextContents()).toContainEqual(
      expect.stringMatching(/^listMarkets .*1 fail/),
    );
    expect(await page.locator('#undecided h3').allTextContents()).toContainEqual(
      expect.stringMatching(/^To decide it: .* \(\d+\)$/),
    );
    await page.close();
  });

  test('a command can be copied', async () => {
    const { page, problems } = await open();
    const button = page.getByRole('button', { name: 'Copy the command' });
    await button.first().click();
    await expect.poll(() => page.locator('button[data-copy]').first().textContent()).toMatch(/Copied|Selected/);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('the page reads well without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(pathToFileURL(join(folder, 'report.html')).href);
    expect(await page.locator('.filters').isVisible()).toBe(false);
    expect(await page.locator('button[data-copy]').first().isVisible()).toBe(false);
    expect(await page.locator('article').count()).toBe(2);
    await context.close();
  });

  test('the JUnit report is well-formed XML of the usual shape', async () => {
    const { page } = await open();
    const shape = await page.evaluate((xml) => {
      const root = new DOMParser().parseFromString(xml, 'text/xml').documentElement;
      return Array.from(root.querySelectorAll('*'), ({ tagName, parentElement, attributes }) => ({
        step: `${parentElement?.tagName}/${tagName}`,
        attributes: Array.from(attributes, ({ name }) => name),
      }));
    }, junitReport(sampleReport));
    const allowed: Readonly<Record<string, readonly string[]>> = {
      'testsuites/testsuite': ['name', 'tests', 'failures', 'errors', 'skipped', 'time', 'timestamp'],
      'testsuite/testcase': ['classname', 'name', 'time'],
      'testcase/failure': ['message', 'type'],
      'testcase/error': ['message', 'type'],
      'testcase/skipped': ['message'],
      'testcase/system-out': [],
    };
    expect(new Set(shape.map(({ step }) => step))).toEqual(new Set(Object.keys(allowed)));
    for (const { step, attributes } of shape) expect(allowed[step]).toEqual(attributes);
    await page.close();
  });
});
