import { readFileSync } from 'node:fs';
import { serviceNames } from '@wallet-services/contract/services';
import { type MediaType, type OpenApiDocument, operationsOf, type Schema } from '@wallet-services/generators/document';
import { bareSchema, componentSchemas, exactAjv } from '@wallet-services/generators/validators';
import { describe, expect, it } from 'vitest';

function documentOf(service: string): OpenApiDocument {
  return JSON.parse(readFileSync(new URL(`../generated/openapi/${service}.json`, import.meta.url), 'utf8'));
}

function examplesOf({ example, examples }: MediaType): unknown[] {
  return example === undefined ? Object.values(examples ?? {}).map(({ value }) => value) : [example];
}

describe.each(serviceNames)('the examples of %s', (service) => {
  const document = documentOf(service);
  const ajv = exactAjv();
  ajv.addKeyword('components');
  ajv.addSchema(componentSchemas(document));

  function problems(schema: Schema, value: unknown): string {
    ajv.validate(bareSchema(schema), value);
    return ajv.errorsText();
  }

  const operations = operationsOf(document).map((placed) => [placed.operation.operationId, placed] as const);

  it.each(operations)('%s: every answer has an example, and every example validates', (_id, { operation }) => {
    for (const [status, { content }] of Object.entries(operation.responses)) {
      const media = content?.['application/json'];
      if (status === '204') continue;
      if (media === undefined) throw new Error(`${status} has no JSON content`);
      expect(examplesOf(media), status).not.toHaveLength(0);
      for (const example of examplesOf(media)) expect(problems(media.schema, example), status).toBe('No errors');
    }
  });

  it.each(operations)('%s: the body has an example, and every example validates', (_id, { operation }) => {
    const media = operation.requestBody?.content['application/json'];
    if (media === undefined) return;
    expect(examplesOf(media)).not.toHaveLength(0);
    for (const example of examplesOf(media)) expect(problems(media.schema, example)).toBe('No errors');
  });

  it.each(operations)(
    '%s: the required parameters have examples, and every example validates',
    (_id, { operation }) => {
      for (const parameter of operation.parameters ?? []) {
        const media = parameter as unknown as MediaType;
        if (parameter.required === true) expect(examplesOf(media), parameter.name).not.toHaveLength(0);
        for (const example of examplesOf(media))
          expect(problems(parameter.schema, example), parameter.name).toBe('No errors');
      }
    },
  );

  it.each(Object.entries(document.components.schemas))('component %s: every example validates', (_name, schema) => {
    for (const [place, within] of placesOf(schema)) {
      const examples = within['examples'];
      for (const example of Array.isArray(examples) ? examples : [])
        expect(problems(within, example), place).toBe('No errors');
    }
  });
});

function* placesOf(schema: Schema, place = ''): Generator<[string, Schema]> {
  yield [place, schema];
  for (const [name, member] of Object.entries(schema.properties ?? {})) yield* placesOf(member, `${place}/${name}`);
  if (schema.items !== undefined) yield* placesOf(schema.items, `${place}/items`);
  for (const [index, branch] of (schema.anyOf ?? []).entries()) yield* placesOf(branch, `${place}/anyOf/${index}`);
}
