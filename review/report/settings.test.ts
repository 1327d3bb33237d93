import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sides } from '../finding.ts';
import { folderWith } from '../testing/folder.ts';
import { readSettings, type Settings, severityFrom, sidesOf } from './settings.ts';

const none: Settings = { accept: [], severity: {}, exclude: [], failOn: sides, file: 'review.yaml' };

describe('the file of decisions', () => {
  async function read(text: string): Promise<Settings> {
    const folder = await folderWith({ 'review.yaml': text });
    onTestFinished(() => rm(folder, { recursive: true }));
    return readSettings(join(folder, 'review.yaml'), 'review.yaml');
  }

  it('is read with all its members', async () => {
    const text = `
accept: [{ id: " a ", reason: " b ", until: 2027-01-31 }, { id: c, reason: d, until: "2027-02-01" }, { id: e, reason: f }]
severity: { kind: compatible, servers/kind: documentation }
exclude: [x, 7]
fail-on: [clients, servers]`;
    expect(await read(text)).toEqual({
      accept: [
        { id: 'a', reason: 'b', until: '2027-01-31' },
        { id: 'c', reason: 'd', until: '2027-02-01' },
        { id: 'e', reason: 'f' },
      ],
      severity: { kind: 'compatible', 'servers/kind': 'documentation' },
      exclude: ['x', '7'],
      failOn: ['clients', 'servers'],
      file: 'review.yaml',
    });
    expect(await read('accept:')).toEqual(none);
    expect(await read('')).toEqual(none);
    expect(await read('fail-on: []')).toEqual({ ...none, failOn: [] });
  });

  it.each([
    ['[{ id: " ", reason: b }]', 'review.yaml: entry 1 has no id.'],
    ['[{ id: a, reason: b }, c]', 'review.yaml: entry 2 has no id.'],
    ['[null]', 'review.yaml: entry 1 has no id.'],
    ['[{ id: a, reason: " " }]', 'review.yaml: a has no reason; explain why clients can accept it.'],
    ['[{ id: a, reason: b, until: soon }]', 'review.yaml: until of a must be a day, as in 2026-12-31.'],
    ['[{ id: a, reason: b, until: "2027-13-01" }]', 'review.yaml: until of a must be a day, as in 2026-12-31.'],
    ['[{ id: a, reason: b, until: "x2027-01-01" }]', 'review.yaml: until of a must be a day, as in 2026-12-31.'],
    ['exclude: a', 'review.yaml: exclude must be a list.'],
    ['accept: a', 'review.yaml: accept must be a list.'],
    ['fail-on: clients', 'review.yaml: fail-on must be a list.'],
    ['fail-on: [everyone]', 'everyone is no side; give some of clients, servers, mocks, or none.'],
    [
      'severity: { a: none }',
      'review.yaml: severity of a must be one of breaking, unclear, compatible, documentation.',
    ],
    ['other: 1\nfurther: 2', 'review.yaml has an unknown member other; known are accept, severity, exclude, fail-on.'],
    ['text', 'review.yaml must be a list of entries with id and reason.'],
    ['a: [', /^review.yaml is not YAML: [^\n]+$/],
  ])('that is %j is rejected', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it('that is a folder cannot be read', async () => {
    const folder = await folderWith({ a: '' });
    onTestFinished(() => rm(folder, { recursive: true }));
    await expect(readSettings(folder)).rejects.toThrow(`${folder} cannot be read.`);
    expect(await readSettings(join(folder, 'none.yaml'), 'f')).toEqual({ ...none, file: 'f' });
  });

  it('has the same values as options of the command line', () => {
    expect(severityFrom('kind=unclear')).toEqual({ kind: 'unclear' });
    expect(() => severityFrom('kind')).toThrow('--severity kind: the class must be one of');
    expect(sidesOf('clients, mocks')).toEqual(['clients', 'mocks']);
    expect([sidesOf('none'), sidesOf('')]).toEqual([[], []]);
  });
});
