import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { mustSkipBrowser, openBrowser } from '@wallet-services/kit/testing/browser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendRaw, startUpstream } from '../../testing/upstream.ts';
import { type RunningProxy, startProxy } from '../start.ts';

interface Found {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Runs in the page. */
async function findings(): Promise<readonly string[]> {
  const { axe } = window as unknown as {
    axe: { run(of: Document, options: object): Promise<{ violations: Found[] }> };
  };
  const { violations } = await axe.run(document, { resultTypes: ['violations'], preload: false });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`);
}

describe.skipIf(mustSkipBrowser(process.env))('the live page', () => {
  let [proxy, side]: [RunningProxy | undefined, string] = [undefined, ''];
  let sent = 0;
  let upstream: Awaited<ReturnType<typeof startUpstream>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;

  const send = async () => {
    sent += 1;
    await sendRaw(`${proxy?.urls.vault}/flips?limit=1`);
  };

  beforeAll(async () => {
    upstream = await startUpstream((_, outgoing) => {
      const pagination = { next_cursor: '', has_next: false };
      outgoing.writeHead(200, { 'Content-Type': 'application/json' });
      outgoing.end(JSON.stringify({ ts: 1, flips: [{ id: 1 }, { id: 2 }], pagination }));
    });
    proxy = await startProxy({ upstreams: { vault: upstream.url }, port: 0, form: false, rules: { side: 0 } });
    side = proxy.live?.url ?? '';
    browser = await openBrowser(process.env);
    // The first takes as long as the judge takes to load.
    await send();
    await proxy.idle();
  });
  afterAll(async () => {
    await browser?.close();
    await proxy?.close();
    await upstream?.close();
  });

  const looks = [1400, 390].flatMap((width) => (['light', 'dark'] as const).map((scheme) => [width, scheme] as const));

  test.each(looks)(
    'shows the traffic at %i pixels, %s, without a finding of axe',
    async (width, colorScheme) => {
      const axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      page.on('console', (said) => said.type() === 'error' && errors.push(said.text()));
      await page.goto(`${side}/`);
      await page.getByText('live', { exact: true }).waitFor();
      await send();
      const row = page.getByRole('row').filter({ hasText: 'vault.listFlips.limited.at-most' });
      await row.waitFor();
      await row.locator('summary').first().press('Enter');
      await row.getByText('curl -i').waitFor();
      await send();
      await row.getByRole('cell', { name: String(sent), exact: true }).waitFor();
      expect(await row.getByText('curl -i').isVisible()).toBe(true);
      await page.evaluate(axe);
      expect(await page.evaluate(findings)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      expect(errors).toEqual([]);
      await page.close();
    },
    60_000,
  );
});
