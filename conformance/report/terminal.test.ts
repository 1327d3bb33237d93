import { stripVTControlCharacters } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { startLending } from '../faults/server/index.ts';
import { changed, jsonReply } from '../faults/server/reply.ts';
import { objectsOf } from '../model/json.ts';
import { runSuite } from '../run/suite.ts';
import { progress } from './progress.ts';
import { styleFor } from './style.ts';
import { terminalReport } from './terminal.ts';

const healthy = await startLending();
const sick = await startLending({
  fault: changed('/transactions', (json) =>
    objectsOf(json).map((item) => ({ ...item, amount: Number(item['amount']) })),
  ),
});
const broken = await startLending({ fault: () => jsonReply(500, {}) });

afterAll(async () => {
  for (const server of [healthy, sick, broken]) await server.close();
});

test('a healthy server fits on one screen', async () => {
  const text = terminalReport(await runSuite(healthy.target), styleFor(false));
  const lines = text.split('\n');
  expect(lines.length).toBeLessThan(25);
  expect(lines.at(-1)).toMatch(/^CONFORMANT, in \d+\.\d s$/);
  expect(text).toMatch(/lending\.transactions\.sort-direction +ascending by created_at/);
  expect(text).not.toContain('Findings');
});

test('rules that fell over the same place are one finding, the documented rule first', async () => {
  const text = terminalReport(await runSuite(sick.target), styleFor(false));
  expect(text).toContain('Findings (1)');
  expect(text).toContain('FAIL lending.numbers.decimal-string  listTransactions');
  expect(text).toContain('(document 1, Resources and their fields)');
  expect(text).toMatch(/also +wire\.schema/);
  expect(text).toContain("curl -i 'http://127.0.0.1:");
  expect(text.split('\n').at(-1)).toMatch(/^NOT CONFORMANT/);
});

test('a fault of every operation is told once', async () => {
  const text = terminalReport(await runSuite(broken.target), styleFor(false));
  expect(text.match(/FAIL wire\.status/g)).toHaveLength(1);
});

test('a run of a part of the rules says so', async () => {
  const report = await runSuite(healthy.target, { selection: { rules: ['wire.*'] } });
  expect(terminalReport(report, styleFor(false))).toContain('CONFORMANT, as far as selected');
});

test('colour is used where it is wanted only', async () => {
  const report = await runSuite(healthy.target, { selection: { rules: ['wire.*'] } });
  const [plain, coloured] = [terminalReport(report, styleFor(false)), terminalReport(report, styleFor(true))];
  expect(stripVTControlCharacters(plain)).toBe(plain);
  expect(coloured).not.toBe(plain);
  expect(stripVTControlCharacters(coloured)).toBe(plain);
});

test('progress is a changing line on a terminal and plain lines elsewhere', async () => {
  const written = { live: '', plain: '' };
  const live = progress({ isTTY: true, write: (text) => (written.live += text) });
  const plain = progress({ write: (text) => (written.plain += text) });
  await runSuite(healthy.target, {
    selection: { rules: ['lending.markets.all'] },
    onEvent: (event) => {
      live(event);
      plain(event);
    },
  });
  expect(written.live).toContain('1 of 1 cases');
  expect(written.plain).toMatch(/^checking lending at \S+\nchecked lending: 1 checks, \d+ requests, 0 findings\n$/);
});
