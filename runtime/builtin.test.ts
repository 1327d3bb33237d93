import { expect, it, vi } from 'vitest';
import { builtin, readDocument } from './builtin.ts';

it('reads a document', () => {
  const document = readDocument(new URL('./package.json', import.meta.url));
  expect(document).toMatchObject({ name: '@wallet-services/runtime' });
});

it.each([{}, undefined])('names what is missing where there is no Node.js: %j', (process) => {
  vi.stubGlobal('process', process);
  try {
    expect(() => builtin('node:fs')).toThrow(
      'express-openapi-validator needs node:fs, which is not installed: omit the option validator',
    );
  } finally {
    vi.unstubAllGlobals();
  }
});
