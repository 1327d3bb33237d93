import { snakeCase } from 'change-case';
import { placeholder, type SampleCall } from './call.ts';
import { bracketed } from './layout.ts';
import type { Typed } from './value.ts';

/** A JSON value as a Python literal. */
function literal(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return bracketed(['[', ']'], value.map(literal));
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${literal(member)}`);
  return bracketed(['{', '}'], members);
}

function argument(typed: Typed): string {
  if (typed.kind === 'list') return bracketed(['[', ']'], typed.items.map(argument));
  if (typed.kind === 'enum') return `${typed.type}(${JSON.stringify(typed.value)})`;
  return literal('value' in typed ? typed.value : undefined);
}

/** The enumerations of an argument, for the imports. */
function enumsIn(typed: Typed): readonly string[] {
  if (typed.kind === 'list') return typed.items.flatMap(enumsIn);
  return typed.kind === 'enum' ? [typed.type] : [];
}

/** The complete module. */
export function python({ service, title, baseUrl, operationId, path, query, json, credentials, site }: SampleCall) {
  const types = [...new Set(query.flatMap(({ value }) => enumsIn(value)))];
  const options = [
    JSON.stringify(baseUrl),
    ...credentials.map((name) => `${name}=${JSON.stringify(placeholder(name))}`),
    ...(site === undefined ? [] : [`site=Site(${site.id}, ${JSON.stringify(site.slug)})`]),
  ];
  const given = [
    ...path.map(({ value }) => argument(value)),
    ...(json === undefined ? [] : [literal(json)]),
    ...query.map(({ name, value }) => `${snakeCase(name)}=${argument(value)}`),
  ];
  const names = [title, ...(site === undefined ? [] : ['Site'])];
  return `from wallet_services import ${names.join(', ')}
${types.map((type) => `from wallet_services.${service}.models import ${type}\n`).join('')}
${bracketed([`${service} = ${title}(`, ')'], options)}
${bracketed([`answer = ${service}.${snakeCase(operationId)}(`, ')'], given)}
print(answer)
`;
}
