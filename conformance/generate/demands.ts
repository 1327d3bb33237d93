/** What documents want of an input: that a wrong request is refused is demanded only where they say what is needed. */
import type { Operation } from '../model/document/api.ts';
import { type OpenApiDocument, resolved, type Schema } from '../model/document/document.ts';

/** `must`: marked as required. `should`: unmarked beside members that are marked as optional. `open`: anything else. */
export type Demand = 'must' | 'should' | 'open';

/** What is wanted of a member of an object. */
function ofMember({ required = [], properties = {}, 'x-unmarked': isUnmarked }: Schema, name: string): Demand {
  if (!required.includes(name)) return 'open';
  if (isUnmarked !== true) return 'must';
  return Object.keys(properties).some((other) => !required.includes(other)) ? 'should' : 'open';
}

/** What is wanted of a body as a whole: as much as of the member that is wanted most. */
function ofWhole(document: OpenApiDocument, schema: Schema): Demand {
  const whole = resolved(document, schema);
  const wanted = (whole.required ?? []).map((name) => ofMember(whole, name));
  if (wanted.length === 0 && whole.properties === undefined) return 'must';
  return (['must', 'should'] as const).find((demand) => wanted.includes(demand)) ?? 'open';
}

/** Of an object that may be left out nothing in it is wanted; items are wanted as their list is. */
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
 * What is wanted of an input.
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

/** Many a server reads a number or a boolean where a text belongs: no document says that it may not. */
export function isReadAsText(wrong: string): boolean {
  return wrong === 'a number' || wrong === 'a boolean';
}
