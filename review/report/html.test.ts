import { axeFindings, LOOKS } from '@wallet-services/kit/testing/axe';
import { mustSkipBrowser, openBrowser } from '@wallet-services/kit/testing/browser';
import { expect, test } from 'vitest';
import { areas, classes, type Unnamed } from '../finding.ts';
import { toHtml } from './html.ts';
import { makeReport } from './report.ts';

const contract = { label: 'x', documents: new Map(), protos: new Map(), rules: [], questions: [], version: '0.1.0' };

/** A change of each class in each part of the contract, with all optional properties. */
const findings: readonly Unnamed[] = areas.flatMap((area) =>
  classes.map((grade) => ({
    area,
    service: 'shop',
    direction: 'response',
    subject: `Order of ${grade} ${area}`,
    member: 'total',
    kind: 'type-changed',
    change: 'type changed',
    before: 'integer',
    after: 'string',
    sides: {
      clients: { class: grade, how: 'may be surprised' },
      servers: { class: grade, how: '' },
      mocks: { class: 'none', how: '' },
    },
    places: ['GET /orders', 'GET /orders/{id}'].map((operation) => ({ operation, where: 'body', member: 'total' })),
    corrected: 'the class of a response',
    request: "curl 'https://shop.example.org/orders'",
  })),
);

test.skipIf(mustSkipBrowser(process.env)).each(LOOKS)(
  'the page at %i pixels, %s, unfolded, fits and axe finds nothing',
  async (width, colorScheme) => {
    const settings = { accept: [{ id: '*http*', reason: 'agreed' }], severity: {}, exclude: [], failOn: [], file: '' };
    const report = makeReport(contract, contract, findings, settings, ['a note'], '2027-01-31');
    const browser = await openBrowser(process.env);
    try {
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
      await page.setContent(toHtml(report));
      await page.locator('details').evaluateAll((all) => all.map((one) => one.setAttribute('open', '')));
      expect(await axeFindings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    } finally {
      await browser.close();
    }
  },
);
