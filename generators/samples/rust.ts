import { pascalCase, snakeCase } from 'change-case';
import { placeholder, type SampleCall } from './call.ts';
import { bracketed } from './layout.ts';
import type { Member, Typed } from './value.ts';

/** A string literal of Rust: JSON has the same escapes for texts of letters, punctuation and quotes. */
const text = (value: unknown) => JSON.stringify(value);

/** @param owned whether a text must be a `String`, as in a structure */
function written(typed: Typed, owned = true): string {
  switch (typed.kind) {
    case 'object':
      return structure(typed.type, typed.members.map(member));
    case 'list':
      return bracketed(
        ['vec![', ']'],
        typed.items.map((item) => (typed.nullable ? nullable(item) : written(item))),
      );
    case 'enum':
      return `${typed.type}(${text(typed.value)}.into())`;
    case 'uuid':
    case 'decimal':
      return `${text(typed.value)}.parse()?`;
    case 'number':
      return Number.isInteger(typed.value) ? typed.value.toFixed(1) : String(typed.value);
    case 'open':
      return `serde_json::from_value(serde_json::json!(${JSON.stringify(typed.value)}))?`;
    case 'null':
      return 'None';
    case 'text':
      return owned ? `${text(typed.value)}.into()` : text(typed.value);
    default:
      return String(typed.value);
  }
}

function nullable(item: Typed): string {
  return item.kind === 'null' ? written(item) : `Some(${written(item)})`;
}

function structure(type: string, fields: readonly string[]): string {
  return bracketed([`${type} { `, ' }'], [...fields, '..Default::default()'], { last: '' });
}

/** A field of a model. */
function member({ name, required, value }: Member): string {
  // An optional list is not an `Option`: an absent one is empty.
  return `${snakeCase(name)}: ${required || value.kind === 'list' ? written(value) : nullable(value)}`;
}

/** A field of the parameters of an operation. */
function parameter({ name, required, value }: Member): string {
  return `${snakeCase(name)}: ${required ? written(value) : nullable(value)}`;
}

function typesIn(typed: Typed): readonly string[] {
  if (typed.kind === 'enum') return [typed.type];
  if (typed.kind === 'list') return typed.items.flatMap(typesIn);
  return typed.kind === 'object' ? [typed.type, ...typed.members.flatMap(({ value }) => typesIn(value))] : [];
}

/** The options of the client. */
function optionsOf({ credentials, site }: SampleCall): string {
  const given = credentials.map((name) => `.${name}("${placeholder(name)}")`);
  return [
    'Options::new()',
    ...given,
    ...(site === undefined ? [] : [`.site(${site.id}, Some(${text(site.slug)}))`]),
  ].join('');
}

/** The complete program. */
export function rust(call: SampleCall): string {
  const { service, title, operationId, path, query, takesParameters, body } = call;
  const parameters = { kind: 'object', type: `${pascalCase(operationId)}Params`, members: query } as const;
  const given = [
    ...path.map(({ value }) => written(value, false)),
    ...(takesParameters
      ? [query.length === 0 ? '&Default::default()' : `&${structure(parameters.type, query.map(parameter))}`]
      : []),
    ...(body === undefined ? [] : [`&${written(body)}`]),
  ];
  const values = [...(query.length === 0 ? [] : [parameters]), ...(body === undefined ? [] : [body])];
  const types = [...new Set([`${title}Client`, ...values.flatMap(typesIn)])].sort();
  const imported = types.length === 1 ? types[0] : `{${types.join(', ')}}`;
  const answer = bracketed([`let answer = ${service}.${snakeCase(operationId)}(`, ').await?;'], given);
  return `use wallet_services::Options;
use wallet_services::${service}::${imported};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ${service} = ${title}Client::new(${text(call.baseUrl)}, ${optionsOf(call)})?;
    ${answer.replaceAll('\n', '\n    ')}
    println!("{answer:#?}");
    Ok(())
}
`;
}
