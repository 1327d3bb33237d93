import { expect, test } from 'vitest';
import { difficultText, tableText } from './table.ts';

test('clients are listed side by side, with the available measurements', () => {
  const one = {
    name: 'Some',
    readme: 'some/README.md',
    package: 'some',
    passed: 58,
    steps: 59,
    size: 90_215,
    bench: { bare: 502.1, client: 543 },
  };
  const other = { ...one, name: 'Other', passed: 59, size: undefined, bench: undefined };
  expect(tableText([one, other]).split('\n').slice(2)).toEqual([
    '| [Some](some/README.md) | `some` | 58 of 59 | 90 kB | 502 µs | 543 µs | 1.08 |',
    '| [Other](some/README.md) | `some` | 59 of 59 |  |  |  |  |',
  ]);
});

test('difficult services are counted by class and client', () => {
  const pass = { verdict: 'pass' } as const;
  const some = [
    { id: 'body.html', ...pass },
    { id: 'body.null', verdict: 'fail' } as const,
    { id: 'path.dots', ...pass },
  ];
  const other = some.map(({ id }) => ({ id, ...pass }));
  const text = difficultText([
    { name: 'Some', steps: some },
    { name: 'Other', steps: other },
  ]);
  expect(text.split('\n')).toEqual([
    '| difficult services | Some | Other |',
    '| --- | --- | --- |',
    '| `body` | 1 of 2 | 2 of 2 |',
    '| `path` | 1 of 1 | 1 of 1 |',
  ]);
});
