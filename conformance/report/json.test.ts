import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { changed } from '../mutation/proxy/reply.ts';
import { verdicts } from '../run/report.ts';
import { runSuite } from '../run/suite.ts';
import { openLending } from '../testing/lending.ts';
import { sampleReport } from '../testing/sample.ts';
import { jsonReport } from './json.ts';

const schema = JSON.parse(await readFile(new URL('./schema.json', import.meta.url), 'utf8'));
const validate = new Ajv2020({ allErrors: true, formats: { 'date-time': true, date: true } }).compile(schema);
const sick = await (await openLending())(changed('/transactions', () => [{ id: 'text' }, { id: 1 }]));

test('a report fits the published schema, with every verdict', () => {
  validate(JSON.parse(jsonReport(sampleReport)));
  expect(validate.errors).toBeNull();
  expect(schema.$defs.verdict.enum).toEqual([...verdicts]);
});

test('the report of a run fits it too, and is the same from run to run apart from the clock', async () => {
  const texts = [];
  for (const concurrency of [1, 4]) {
    const report = await runSuite(sick.target, { concurrency, now: () => new Date(concurrency) });
    expect(report.outcome).toBe('not conformant');
    texts.push(jsonReport({ ...report, clock: { startedAt: '', milliseconds: 0 } }));
  }
  expect(texts[0]).toBe(texts[1]);
  validate(JSON.parse(texts[0] ?? ''));
  expect(validate.errors).toBeNull();
});

test('the schema accepts nothing but a report', () => {
  expect(validate({ ...JSON.parse(jsonReport(sampleReport)), version: 2 })).toBe(false);
  expect(validate({ ...JSON.parse(jsonReport(sampleReport)), outcome: 'fine' })).toBe(false);
});
