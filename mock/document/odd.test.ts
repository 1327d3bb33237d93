import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '@wallet-services/kit/errors';
import { INTERNAL, oddDocuments } from '@wallet-services/kit/testing/odd';
import { expect, it } from 'vitest';
import { operationsIn, readDocument } from '../documents.ts';
import { folderOf } from '../testing/document.ts';

it('a document with any odd value is read with notes, or rejected in a sentence', async () => {
  for (const [place, document] of oddDocuments()) {
    try {
      const { notesOf } = await operationsIn(document, 'odd.json');
      expect(notesOf('post', '/odd/{id}').join(), place).not.toMatch(INTERNAL);
    } catch (error) {
      expect(error, place).toBeInstanceOf(Failure);
      expect((error as Failure).message, place).not.toMatch(INTERNAL);
    }
  }
});

it('a mapping that names no text is left to the reader of the document', async () => {
  const discriminator = { propertyName: 'k', mapping: { b: { toString: null } } };
  const paths = { '/p': { get: { responses: { 200: { description: '' } } } } };
  const schemas = { A: { oneOf: [{ $ref: '#/components/schemas/B' }], discriminator }, B: { type: 'object' } };
  const folder = await folderOf({ 'api.json': { openapi: '3.1.0', paths, components: { schemas } } });
  expect((await readDocument(join(folder, 'api.json'))).operations).toHaveLength(1);
  await rm(folder, { recursive: true });
});
