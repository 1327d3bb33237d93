import { axeFindings, LOOKS } from '@wallet-services/kit/testing/axe';
import { mustSkipBrowser, openBrowser } from '@wallet-services/kit/testing/browser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendRaw, startUpstream } from '../../testing/upstream.ts';
import { type RunningProxy, startProxy } from '../start.ts';

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
    // The first finding takes as long as the judge takes to load.
    await send();
    await proxy.idle();
  });
  afterAll(async () => {
    await browser?.close();
    await proxy?.close();
    await upstream?.close();
  });

  test.each(LOOKS)(
    'shows the traffic at %i pixels, %s, without a finding of axe',
    async (width, colorScheme) => {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
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
      expect(await axeFindings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      expect(errors).toEqual([]);
      await page.close();
    },
    60_000,
  );
});
