import { expect, it } from 'vitest';
import type { OpenApiDocument } from '../openapi/document.ts';
import { collectionFiles } from './collections.ts';

const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1.0' },
  paths: { '/books': { get: { operationId: 'listBooks', responses: {} } } },
  components: { schemas: {} },
};

it('leaves the base address empty for a document without servers', () => {
  const files = collectionFiles('library', document);
  expect(files.get('http/library.http')?.split('\n')[0]).toBe('@baseUrl = ');
  expect(JSON.parse(files.get('postman/library.json') ?? '').variable).toEqual([{ key: 'baseUrl', value: '' }]);
  expect(files.get('bruno/library/environments/reference.bru')).toBe('vars {\n  baseUrl: \n}\n');
});
