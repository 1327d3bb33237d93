/** The documented members of a place in the answers of an operation. */

import { isTime } from '../values/time.ts';
import { type ApiModel, operationOf } from './api.ts';
import { resolved, type Schema } from './document.ts';

/** Members that usually identify an item, the likeliest first. */
export const IDENTIFYING = ['id', 'uuid', 'key', 'slug', 'name', 'code'];

interface Variants {
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** A schema with all of its alternatives and parts. */
function formsOf(api: ApiModel, schema: Schema): readonly Schema[] {
  const target = resolved(api.document, schema);
  const { anyOf = [], oneOf = [], allOf = [] }: Schema & Variants = target;
  return [target, ...[...anyOf, ...oneOf, ...allOf].flatMap((form) => formsOf(api, form))];
}

function step(api: ApiModel, schema: Schema, token: string): readonly Schema[] {
  return formsOf(api, schema).flatMap(({ items, properties = {}, additionalProperties, unevaluatedProperties }) => {
    const others = [additionalProperties, unevaluatedProperties].find((one) => typeof one === 'object');
    return [token === '*' ? (items ?? others) : properties[token]].filter((one) => one !== undefined);
  });
}

/** The successful answer of an operation; undefined where it has no body. */
export function answerSchema(api: ApiModel, operation: string): Schema | undefined {
  return operationOf(api, operation).responses.find(({ status }) => status.startsWith('2'))?.schema ?? undefined;
}

/** The documentation of a member. */
export interface Member {
  readonly name: string;
  readonly schema: Schema;
  /** The member is required. */
  readonly required: boolean;
}

/**
 * The members that values at a place of an operation's successful answers have.
 *
 * @param pointer `/data/vaults/*`
 */
export function membersAt(api: ApiModel, operation: string, pointer: string): readonly Member[] {
  const answer = answerSchema(api, operation);
  const found = pointer
    .split('/')
    .slice(1)
    .reduce<readonly Schema[]>(
      (schemas, token) => schemas.flatMap((schema) => step(api, schema, token)),
      answer === undefined ? [] : [answer],
    );
  const members = found
    .flatMap((schema) => formsOf(api, schema))
    .flatMap(({ properties = {}, required = [] }) =>
      Object.entries(properties).map(([name, schema]): Member => ({ name, schema, required: required.includes(name) })),
    );
  return [...new Map(members.map((member) => [member.name, member])).values()];
}

/** The kind of the values of a schema, as far as servers confuse it with others; null where it is ambiguous. */
export function kindOf(api: ApiModel, schema: Schema): string | null {
  const { type, format, pattern = '', anyOf } = resolved(api.document, schema);
  if (anyOf?.some((branch) => kindOf(api, branch) === 'time') === true) return 'time';
  if (anyOf !== undefined || typeof type !== 'string') return null;
  if (type !== 'string') return type === 'integer' ? 'number' : type;
  if (isTime({ format, pattern })) return 'time';
  return pattern.startsWith('^-?[0-9]+') ? 'decimal' : 'text';
}

/** A place that shows an item: an operation, and a pointer into its answers. */
export interface View {
  readonly operation: string;
  /** `/data/vaults/*` */
  readonly at: string;
}

/** One member of each kind that two views of an item have, in the same form. */
export function sharedKinds(api: ApiModel, here: View, there: View, except: string): readonly Member[] {
  const others = new Map(membersAt(api, there.operation, there.at).map((one) => [one.name, one]));
  const kinds = new Map<string, Member>();
  for (const one of membersAt(api, here.operation, here.at)) {
    const other = others.get(one.name);
    const kind = kindOf(api, one.schema);
    if (one.name === except || other === undefined || !one.required || !other.required) continue;
    const isPlain = kind !== null && kind !== 'object' && kind !== 'array';
    if (isPlain && kind === kindOf(api, other.schema) && !kinds.has(kind)) kinds.set(kind, one);
  }
  return [...kinds.values()];
}
