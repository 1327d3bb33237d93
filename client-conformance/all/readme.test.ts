import { readFile } from 'node:fs/promises';
import { clientsPage } from '@wallet-services/clients';
import { describe, expect, it } from 'vitest';
import { difficultSteps } from '../difficult/index.ts';
import { END } from '../run.ts';
import { script } from '../steps/index.ts';
import { outdatedIn, rowsOf, withFound } from './readme.ts';

const page = await readFile(clientsPage, 'utf8');

const some = { name: 'Some', readme: 'some/README.md', package: 'some', passed: 3, steps: 3, size: 90_215 };
const steps = [
  { id: 'body.html', verdict: 'pass' },
  { id: 'body.null', verdict: 'pass' },
] as const;
const found = { rows: [{ ...some, bench: { bare: 100, client: 110 } }], coped: [{ name: 'Some', steps }] };
const written = withFound(page, found);

describe('clients/README.md', () => {
  it('has the right number of steps', () => {
    const total = (cells: readonly string[], at: number) => Number(/of (\d+)/.exec(cells[at] ?? '')?.[1]);
    const own = [...script, END].length - difficultSteps.length;
    const [, ...measured] = rowsOf(page, 'measured');
    expect(measured.map((cells) => total(cells, 2))).toEqual(Array(5).fill(own));
    const [, ...difficult] = rowsOf(page, 'difficult');
    expect(difficult.reduce((sum, cells) => sum + total(cells, 1), 0)).toBe(difficultSteps.length);
  });

  it('is updated with the tables of a run', () => {
    expect(rowsOf(written, 'measured').slice(1)).toEqual([
      ['[Some](some/README.md)', '`some`', '3 of 3', '90 kB', '100 µs', '110 µs', '1.10'],
    ]);
    expect(rowsOf(written, 'difficult').slice(1)).toEqual([['`body`', '2 of 2']]);
    expect(withFound(written, found)).toBe(written);
  });

  it.each([
    ['another time', { rows: [{ ...some, bench: { bare: 100, client: 190 } }] }, []],
    ['a size that is nearly the same', { rows: [{ ...some, size: 91_000, bench: undefined }] }, []],
    ['another size', { rows: [{ ...some, size: 107_000, bench: undefined }] }, ['Some: 90 kB, now 107 kB']],
    ['a step that fails', { rows: [{ ...some, passed: 2, bench: undefined }] }, ['Some: 3 of 3 steps, now 2 of 3']],
    ['a step more', { coped: [{ name: 'Some', steps: steps.slice(1) }] }, ['the table of difficult services']],
  ])('is compared with a run: %s', (_what, change, outdated) => {
    expect(outdatedIn(written, { ...found, ...change })).toEqual(outdated);
  });
});
