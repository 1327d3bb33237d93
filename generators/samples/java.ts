import { camelCase, pascalCase } from 'change-case';
import { placeholder, type SampleCall } from './call.ts';
import { bracketed } from './layout.ts';
import type { Member, Typed } from './value.ts';

function open(value: unknown): string {
  if (Array.isArray(value)) return `List.of(${value.map(open).join(', ')})`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `Map.of(${Object.entries(value)
    .flatMap(([name, member]) => [JSON.stringify(name), open(member)])
    .join(', ')})`;
}

function written(typed: Typed): string {
  switch (typed.kind) {
    case 'object':
      return `new ${typed.type}()${setters(typed.members)}`;
    case 'list':
      return bracketed(['List.of(', ')'], typed.items.map(written), { last: '' });
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
    ...['java.math.BigDecimal', 'java.util.List', 'java.util.Map'].filter((name) =>
      new RegExp(`\\b${name.replace(/.*\./, '')}[.(]`).test(code),
    ),
    ...(site === undefined ? [] : ['walletservices.Site']),
    `walletservices.${service}.${title}`,
    ...[...new Set(models)].sort().map((name) => `walletservices.${service}.model.${name}`),
  ];
  return `${imports.map((name) => `import ${name};\n`).join('')}\n${code}`;
}
