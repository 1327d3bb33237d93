import { camelCase, pascalCase } from 'change-case';
import { placeholder, type SampleCall } from './call.ts';
import { bracketed } from './layout.ts';
import type { Member, Typed } from './value.ts';

/** The most entries that `Map.of` takes. */
const MOST_ENTRIES = 10;

/** The largest number that Java reads without a suffix. */
const LARGEST_INT = 2 ** 31 - 1;

function open(value: unknown): string {
  if (Array.isArray(value)) return listOf(value.map(open));
  if (typeof value === 'object' && value !== null) return mapOf(Object.entries(value));
  const isLong = Number.isInteger(value) && Math.abs(Number(value)) > LARGEST_INT;
  return `${JSON.stringify(value)}${isLong ? 'L' : ''}`;
}

/** `List.of` throws an exception at null, and `Arrays.asList(null)` has no list. */
function listOf(items: readonly string[]): string {
  if (!items.includes('null')) return bracketed(['List.of(', ')'], items, { last: '' });
  return bracketed([items.length === 1 ? 'Collections.singletonList(' : 'Arrays.asList(', ')'], items, { last: '' });
}

/** `Map.of` throws an exception at null. */
function mapOf(entries: readonly (readonly [name: string, value: unknown])[]): string {
  const pairs = entries.map(([name, value]) => `${JSON.stringify(name)}, ${open(value)}`);
  if (pairs.length <= MOST_ENTRIES && entries.every(([, value]) => value !== null))
    return `Map.of(${pairs.join(', ')})`;
  return `new HashMap<String, Object>() {{ ${pairs.map((pair) => `put(${pair});`).join(' ')} }}`;
}

function written(typed: Typed): string {
  switch (typed.kind) {
    case 'object':
      return `new ${typed.type}()${setters(typed.members)}`;
    case 'list':
      return listOf(typed.items.map(written));
    case 'enum':
      return `${typed.type}.of(${JSON.stringify(typed.value)})`;
    case 'decimal':
      return `new BigDecimal(${JSON.stringify(typed.value)})`;
    case 'integer':
      return `${typed.value}L`;
    case 'number':
      return `${typed.value}d`;
    case 'open':
      return open(typed.value);
    default:
      return JSON.stringify(typed.value);
  }
}

function setters(members: readonly Member[]): string {
  const calls = members.map(({ name, value }) => `.${camelCase(name)}(${written(value)})`);
  return calls.length > 2 ? calls.map((call) => `\n    ${call.replaceAll('\n', '\n    ')}`).join('') : calls.join('');
}

/** The models that a value contains, for the imports. */
function modelsIn(typed: Typed): readonly string[] {
  if (typed.kind === 'enum') return [typed.type];
  if (typed.kind === 'list') return typed.items.flatMap(modelsIn);
  return typed.kind === 'object' ? [typed.type, ...typed.members.flatMap(({ value }) => modelsIn(value))] : [];
}

/** The classes of the standard library that a sample may use. */
const LIBRARY = [
  'java.math.BigDecimal',
  'java.util.Arrays',
  'java.util.Collections',
  'java.util.HashMap',
  'java.util.List',
  'java.util.Map',
];

/** The complete sample: imports and statements. */
export function java({ service, title, baseUrl, operationId, path, query, body, credentials, site }: SampleCall) {
  const options = [
    ...credentials.map((name) => `.${camelCase(name)}("${placeholder(name)}")`),
    ...(site === undefined ? [] : [`.site(new Site(${site.id}L, ${JSON.stringify(site.slug)}))`]),
  ].join('');
  const needed = query.filter(({ required }) => required).map(({ value }) => written(value));
  const others = query.filter(({ required }) => !required);
  const parameters = `new ${title}.${pascalCase(operationId)}Query()${setters(others)}`;
  const given = [
    ...path.map(({ value }) => written(value)),
    ...(body === undefined ? [] : [written(body)]),
    ...needed,
    ...(others.length === 0 ? [] : [parameters]),
  ].join(', ');
  const address = JSON.stringify(baseUrl);
  const client = options === '' ? `${title}.at(${address})` : `${title}.builder(${address})${options}.build()`;
  const code = `var ${service} = ${client};\nvar answer = ${service}.${operationId}(${given});\nSystem.out.println(answer);\n`;
  const models = [...(body === undefined ? [] : [body]), ...query.map(({ value }) => value)].flatMap(modelsIn);
  const imports = [
    ...LIBRARY.filter((name) => new RegExp(`\\b${name.replace(/.*\./, '')}[.(<]`).test(code)),
    ...(site === undefined ? [] : ['walletservices.Site']),
    `walletservices.${service}.${title}`,
    ...[...new Set(models)].sort().map((name) => `walletservices.${service}.model.${name}`),
  ];
  return `${imports.map((name) => `import ${name};\n`).join('')}\n${code}`;
}
