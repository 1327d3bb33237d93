/** What the documents demand of an input. An invalid request must be rejected only where they state what is required. */
import type { Operation } from '../model/document/api.ts';
import { type OpenApiDocument, resolved, type Schema } from '../model/document/document.ts';
import type { InputVariant } from '../model/judging.ts';

/** `must`: marked as required. `should`: unmarked beside members that are marked as optional. `open`: anything else. */
export type Demand = 'must' | 'should' | 'open';

/** What is demanded of a member of an object. */
function ofMember({ required = [], properties = {}, 'x-unmarked': isUnmarked }: Schema, name: string): Demand {
  if (!required.includes(name)) return 'open';
  if (isUnmarked !== true) return 'must';
  return Object.keys(properties).some((other) => !required.includes(other)) ? 'should' : 'open';
}

/** The demand on a body as a whole: the strongest demand on one of its members. */
function ofWhole(document: OpenApiDocument, schema: Schema): Demand {
  const whole = resolved(document, schema);
  const wanted = (whole.required ?? []).map((name) => ofMember(whole, name));
  if (wanted.length === 0 && whole.properties === undefined) return 'must';
  return (['must', 'should'] as const).find((demand) => wanted.includes(demand)) ?? 'open';
}

/** The demand on a nested member: none inside an object that may be absent; for an item, that on its list. */
function within(document: OpenApiDocument, body: Schema, path: readonly string[]): Demand {
  let schema = resolved(document, body);
  let demand: Demand = 'must';
  for (const name of path) {
    const { items, properties = {}, required = [] } = schema;
    const isItem = items !== undefined && /^(\d+|\*)$/.test(name);
    if (!isItem && !required.includes(name)) return 'open';
    demand = isItem ? demand : ofMember(schema, name);
    schema = resolved(document, (isItem ? items : properties[name]) ?? {});
  }
  return demand;
}

/**
 * What is demanded of an input.
 *
 * @param place `query/limit`, `body/items/0/data`, `body`
 */
export function demandOf(document: OpenApiDocument, { parameters, body }: Operation, place: string): Demand {
  const [where, ...path] = place.split('/');
  if (where !== 'body') {
    return parameters.some((one) => one.in === where && one.name === path.join('/') && one.required) ? 'must' : 'open';
  }
  if (body === null) return 'open';
  return path.length === 0 ? ofWhole(document, body.schema) : within(document, body.schema, path);
}

/** Many servers read a number or a boolean where a text is documented: no document forbids it. */
export function isReadAsText({ change, value }: InputVariant): boolean {
  return change === 'type' && (typeof value === 'number' || typeof value === 'boolean');
}
