import { readFileSync } from 'node:fs';
import { serviceNames } from '@wallet-services/contract/services';
import { type Declaration, type OpenApiDocument, operationsOf } from '@wallet-services/generators/document';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}

const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
const valid = ajv.compile(read('behaviour/x-behaviour.schema.json') as object);

/** Every `x-behaviour` of a document, with the first segments of its ids. */
function* declared(service: string, document: OpenApiDocument): Generator<[string, readonly Declaration[]]> {
  yield [service, document['x-behaviour'] ?? []];
  for (const { operation } of operationsOf(document)) {
    yield [`${service}.${operation.operationId}`, operation['x-behaviour'] ?? []];
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    yield [`${service}.${name}`, schema['x-behaviour'] ?? []];
  }
}

describe.each(serviceNames)('the declarations of %s', (service) => {
  const document = read(`../generated/openapi/${service}.json`) as OpenApiDocument;
  const places = [...declared(service, document)];

  it('fit the published schema', () => {
    for (const [place, declarations] of places) {
      valid(declarations);
      expect(valid.errors ?? [], place).toEqual([]);
    }
    expect(places.flatMap(([, declarations]) => declarations).length).toBeGreaterThan(5);
  });

  it('have ids that name their place', () => {
    for (const [place, declarations] of places) {
      for (const { rules } of declarations) {
        for (const { id, aspect } of rules) {
          expect(id.startsWith(`${place}.`), id).toBe(true);
          expect(id.split('.')).toContain(aspect);
        }
      }
    }
  });

  it('state the callers of every operation, except those that take a token or none', () => {
    for (const { operation } of operationsOf(document)) {
      const { security = [], operationId } = operation;
      const open = security.length === 0;
      const either = security.some((schemes) => Object.keys(schemes).length === 0);
      const [access] = (operation['x-behaviour'] ?? []).filter(({ family }) => family === 'access');
      expect(access?.['need'], operationId).toBe(either ? undefined : open ? 'none' : 'credential');
    }
  });
});
