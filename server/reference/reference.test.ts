import { mustSkipBrowser, openBrowser } from '@wallet-services/kit/testing/browser';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startForTest } from '../testing/server.ts';

describe.skipIf(mustSkipBrowser(process.env))('the API reference', () => {
  it.each([
    ['vault', 'vaults/GET/me/vats'],
    ['assistant', 'indexes/GET/indexes/search'],
  ])('of %s sends a call with the credentials of the sandbox', async (service, operation) => {
    const server = await startForTest({ services: ['vault', 'assistant'] });
    onTestFinished(() => server.close());
    const browser = await openBrowser(process.env);
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.goto(`${server.httpUrl}/reference/${service}#api/tag/${operation}`);
    const path = operation.slice(operation.indexOf('GET') + 3);
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === `/${service}${path}`);
    await page
      .locator('button', { hasText: `Test Request(get ${path})` })
      .first()
      .click();
    await page.getByRole('button', { name: /^Send/ }).first().click();
    expect((await answered).status()).toBe(200);
  });

  it('loads a document with sample calls of each operation in the languages of the clients', async () => {
    const server = await startForTest({ services: ['vault'] });
    onTestFinished(() => server.close());
    const browser = await openBrowser(process.env);
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const read = page.waitForResponse(`${server.httpUrl}/reference/vault.json`);
    await page.goto(`${server.httpUrl}/reference/vault`);
    const { paths } = await (await read).json();
    const operations = Object.values<Record<string, Record<string, unknown>>>(paths).flatMap((path) =>
      Object.values(path),
    );
    for (const operation of operations) {
      const samples = operation['x-codeSamples'] as readonly { readonly lang: string; readonly source: string }[];
      expect(samples.map(({ lang }) => lang)).toEqual(['typescript', 'python', 'go', 'java', 'rust']);
    }
  });
});
