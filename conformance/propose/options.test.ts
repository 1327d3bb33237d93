import { expect, it } from 'vitest';
import { readOptions } from './options.ts';

it('reads how the server is called, as a check does', () => {
  const given = ['--document', 'api.yaml', '--url', 'http://127.0.0.1:1', '--overlay', 'behaviour.yaml'];
  const flags = ['--header', 'X-Key: secret', '--exclude', 'tag:billing', '--include', 'resetCart'];
  expect(readOptions([...given, ...flags])).toMatchObject({
    kind: 'run',
    options: { header: ['X-Key: secret'], exclude: ['tag:billing'], include: ['resetCart'] },
  });
});
