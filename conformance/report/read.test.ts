import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sampleReport } from '../testing/sample.ts';
import { jsonReport } from './json.ts';
import { readReport } from './read.ts';

async function fileWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'report-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'report.json');
  await writeFile(path, text);
  return path;
}

test('a report that was written can be read', async () => {
  const read = await readReport(await fileWith(jsonReport(sampleReport)));
  expect(read).toMatchObject({
    outcome: sampleReport.outcome,
    services: [{ service: 'lending' }, { service: 'vault' }],
  });
});

test.each<[string, RegExp]>([
  ['{"a"', /report\.json is not JSON \([^\n]+\); write a report with --json FILE$/],
  ['{"version":2}', /report\.json is a report of version 2, not 1; write it again with this version$/],
  ['{"version":1}', /report\.json is not a report: it must have required property '\w+'; write one with --json FILE$/],
  [jsonReport({ ...sampleReport, seed: 'x' as never }), /report\.json is not a report at \/seed: it must be/],
  ['[]', /report\.json is not a report: it must be object/],
])('%.20s is an error that names the file', async (text, message) => {
  await expect(readReport(await fileWith(text))).rejects.toThrow(message);
});

test('a missing report is an error that names the file', async () => {
  await expect(readReport('/nowhere/report.json')).rejects.toThrow(
    'the report /nowhere/report.json cannot be read (ENOENT); write one with --json FILE',
  );
});
