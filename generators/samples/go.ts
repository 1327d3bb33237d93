import { pascalCase, snakeCase } from 'change-case';
import { placeholder, type SampleCall } from './call.ts';
import type { Member, Typed } from './value.ts';

const MODULE = 'github.com/wallet-services/wallet-services/clients/go';

/** Abbreviations that Go writes in capitals. */
const CAPITALS = new Set(['id', 'url', 'uuid']);

function exported(name: string): string {
  return snakeCase(name)
    .split('_')
    .map((word) => (CAPITALS.has(word) ? word.toUpperCase() : pascalCase(word)))
    .join('');
}

function text(value: unknown): string {
  return typeof value === 'string' && value.includes('"') && !value.includes('`')
    ? `\`${value}\``
    : JSON.stringify(value);
}

function open(value: unknown): string {
  if (Array.isArray(value)) return `[]any{${value.map(open).join(', ')}}`;
  if (typeof value !== 'object' || value === null) return value === null ? 'nil' : text(value);
  return `map[string]any{${Object.entries(value)
    .map(([name, member]) => `${text(name)}: ${open(member)}`)
    .join(', ')}}`;
}

/** The types of items whose schema has no name in the package. */
const PLAIN: Readonly<Partial<Record<Typed['kind'], string>>> = {
  text: 'string',
  uuid: 'uuid.UUID',
  decimal: 'decimal.Decimal',
  integer: 'int64',
  number: 'float64',
  boolean: 'bool',
  open: 'any',
};

/** The type of the items of a list; a pointer if they may be null. */
function itemType(service: string, { items, type, nullable }: Typed & { readonly kind: 'list' }): string {
  const plain = items.map(({ kind }) => PLAIN[kind]).find((name) => name !== undefined);
  return `${nullable ? '*' : ''}${plain ?? `${service}.${type}`}`;
}

/** A value with the types of a package; an optional value is a pointer. */
function written(service: string, typed: Typed, optional = false): string {
  const of = (type: string, value: string) => (optional ? `value.Of${type}(${value})` : value);
  switch (typed.kind) {
    case 'object':
      return `${optional ? '&' : ''}${service}.${typed.type}{${members(service, typed.members)}}`;
    case 'list': {
      // The items have the type of the list, so they do not repeat it.
      const items = typed.items.map((item) => written(service, item, typed.nullable).replace(/^&?[\w.]+(?=\{)/, ''));
      const lines = items.map((item) => `${item},\n`).join('');
      return `${optional ? '&' : ''}[]${itemType(service, typed)}{\n${lines}}`;
    }
    case 'enum':
      return of(`[${service}.${typed.type}]`, text(typed.value));
    case 'uuid':
      return of('', `uuid.MustParse(${text(typed.value)})`);
    case 'decimal':
      return of('', `decimal.RequireFromString(${text(typed.value)})`);
    case 'integer':
      return of('[int64]', String(typed.value));
    case 'number':
      return of('[float64]', String(typed.value));
    case 'open':
      return of('', open(typed.value));
    case 'null':
      return 'nil';
    default:
      return of('', text(typed.value));
  }
}

function members(service: string, given: readonly Member[]): string {
  const fields = given.map(({ name, required, value }) => [`${exported(name)}:`, written(service, value, !required)]);
  const [only] = fields;
  return fields.length === 1 ? (only ?? []).join(' ') : inColumns(fields);
}

/** Aligns fields in columns, as gofmt does: a value of several lines ends a column. */
function inColumns(fields: readonly (readonly string[])[]): string {
  const columns: (readonly string[])[][] = [[]];
  for (const field of fields) {
    const isLong = field[1]?.includes('\n') === true;
    if (isLong) columns.push([field], []);
    else columns.at(-1)?.push(field);
  }
  const lines = columns.flatMap((column) => {
    const width = Math.max(...column.map(([name = '']) => name.length));
    return column.map(([name = '', value]) => `${name.padEnd(width)} ${value},\n`);
  });
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}

/** Indents with tabs, as gofmt does. */
function formatted(source: string): string {
  let depth = 0;
  const lines = source.split('\n').map((line) => {
    const opens = (line.match(/[{(]$/g) ?? []).length;
    const closes = /^[})]/.test(line) ? 1 : 0;
    depth -= closes;
    const shown = line === '' ? '' : `${'\t'.repeat(depth)}${line}`;
    depth += opens;
    return shown;
  });
  return lines.join('\n');
}

/** The arguments of the client. */
function clientArguments({ service, baseUrl, credentials, site }: SampleCall): string {
  const options = credentials.map((name) =>
    name === 'token'
      ? `wallet.WithToken(wallet.Static("${placeholder(name)}"))`
      : `${service}.With${exported(name)}("${placeholder(name)}")`,
  );
  const sited = site === undefined ? [] : [`${service}.WithSite(${site.id}, ${text(site.slug)})`];
  return [text(baseUrl), ...options, ...sited].join(', ');
}

/** The arguments of the call. */
function callArguments({ service, operationId, path, query, takesParameters, body }: SampleCall): string {
  const parameters = `&${service}.${pascalCase(operationId)}Params{${members(service, query)}}`;
  const given = [
    'context.Background()',
    ...path.map(({ value }) => written(service, value)),
    ...(takesParameters ? [query.length === 0 ? 'nil' : parameters] : []),
    ...(body === undefined ? [] : [written(service, body)]),
  ];
  return given.join(', ');
}

/** The complete program. */
export function go(call: SampleCall): string {
  const { service, operationId } = call;
  const main = `client, err := ${service}.NewClient(${clientArguments(call)})
if err != nil {
log.Fatal(err)
}
answer, err := client.${pascalCase(operationId)}(${callArguments(call)})
if err != nil {
log.Fatal(err)
}
fmt.Printf("%+v\\n", answer)`;
  const others = ['github.com/google/uuid', 'github.com/shopspring/decimal'];
  const own = [service, 'value', 'wallet'].sort().map((name) => `${MODULE}/${name}`);
  const used = [...others, ...own].filter((name) => main.includes(`${name.replace(/.*\//, '')}.`));
  const groups = [
    ['context', 'fmt', 'log'],
    used.filter((name) => others.includes(name)),
    used.filter((name) => own.includes(name)),
  ];
  const imports = groups
    .filter((group) => group.length > 0)
    .map((group) => group.map((name) => `"${name}"`).join('\n'));
  return formatted(`package main

import (
${imports.join('\n\n')}
)

func main() {
${main}
}
`);
}
