/** Writes the types of `x-behaviour` from its JSON schema. */
import schema from '@wallet-services/behaviour/schema' with { type: 'json' };
import openapiTS, { astToString } from 'openapi-typescript';
import { header } from './text.ts';

/** The schemas as components; a schema that only requires some member is omitted from the types. */
function components(): Readonly<Record<string, unknown>> {
  const referring = JSON.stringify(schema.$defs).replaceAll('#/$defs/', '#/components/schemas/');
  return JSON.parse(referring, (key, value) => (key === 'anyOf' || key === 'oneOf' ? undefined : value));
}

/** @returns the text of `behaviour.ts`: in `components['schemas']` the form of each family's declaration */
export async function writeBehaviour(): Promise<string> {
  const document = { openapi: '3.1.0', info: { title: 'x-behaviour', version: '1' }, paths: {} };
  const nodes = await openapiTS(JSON.stringify({ ...document, components: { schemas: components() } }), {
    alphabetize: false,
    immutable: true,
    silent: true,
  });
  return `${header}/* biome-ignore-all lint: written by openapi-typescript */\n${astToString(nodes)}`;
}
