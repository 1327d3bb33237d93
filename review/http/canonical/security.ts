/** Converts security to canonical form. */
import { arrayOf, asText, type JsonObject, objectOf, segmentText, stableText, stringsOf } from '../../json.ts';
import { resolved } from '../reference.ts';
import type { Origins } from './origin.ts';
import { type Draft, extensionsOf } from './schema.ts';

/** The alternatives for authentication, each a set of schemes. Empty when none is needed. */
export function requirementsOf(security: unknown, names: ReadonlyMap<string, string>): readonly Draft[] {
  const alternatives = arrayOf(security).map((alternative) =>
    Object.fromEntries(
      Object.entries(objectOf(alternative))
        .map(([name, scopes]): [string, readonly string[]] => [names.get(name) ?? name, stringsOf(scopes).toSorted()])
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
  );
  const unlike = [...new Map(alternatives.map((alternative) => [stableText(alternative), alternative])).values()];
  // A single empty alternative equals no requirement.
  return unlike.every((alternative) => Object.keys(alternative).length === 0) ? [] : unlike;
}

/** Member with the OAuth flows of a scheme, as text. */
export const FLOWS = 'x-flows';

/** The properties of a scheme in requests, equal for schemes that are alike there. */
function wireForm(scheme: JsonObject): Draft {
  const draft: Draft = {};
  // The names of HTTP schemes and of headers are case-insensitive (RFC 9110, 11.1 and 5.1), those of cookies are not.
  const anyCase = scheme['in'] === 'header' ? ['scheme', 'name'] : ['scheme'];
  for (const name of ['type', 'scheme', 'in', 'name', 'openIdConnectUrl']) {
    const value = scheme[name];
    if (typeof value === 'string') draft[name] = anyCase.includes(name) ? value.toLowerCase() : value;
  }
  if (scheme['flows'] !== undefined) draft[FLOWS] = stableText(scheme['flows']);
  return draft;
}

/** Whether two schemes have the same name in requests; as that of a header, it may be in any case. */
export function isSameName(one: JsonObject, other: JsonObject): boolean {
  const isHeader = one['in'] === 'header' || other['in'] === 'header';
  const [name, otherName] = [asText(one['name']), asText(other['name'])];
  return isHeader ? name.toLowerCase() === otherName.toLowerCase() : name === otherName;
}

const WIRE = new Set(['type', 'scheme', 'in', 'openIdConnectUrl', 'flows']);

/** The name as it is written, texts, and members that a later version of OpenAPI may add. */
function otherMembers(scheme: JsonObject): Draft {
  const others = Object.entries(scheme).filter(([name]) => !WIRE.has(name) && !name.startsWith('x-'));
  return Object.fromEntries(
    others.map(([name, value]) => [name, typeof value === 'string' ? value : stableText(value)]),
  );
}

/** The security schemes of a document. */
export function schemesOf(source: JsonObject, names: ReadonlyMap<string, string>, origins: Origins): Draft {
  const schemes = objectOf(objectOf(source['components'])['securitySchemes']);
  return Object.fromEntries(
    Object.entries(schemes).map(([name, written]) => {
      const { schema, pointer } = resolved(source, {
        schema: written,
        pointer: `#/components/securitySchemes/${segmentText(name)}`,
      });
      const scheme = objectOf(schema);
      const draft: Draft = { ...wireForm(scheme), ...extensionsOf(scheme), ...otherMembers(scheme) };
      origins.set(draft, pointer);
      origins.setMember(draft, FLOWS, `${pointer}/flows`);
      return [names.get(name) ?? name, draft];
    }),
  );
}

/**
 * Finds security schemes that were only renamed: removed from the base, added in the revision, equal in requests, and
 * without another candidate.
 *
 * @returns the names in the base by the names in the revision
 */
export function renamedSchemes(base: JsonObject, revision: JsonObject): ReadonlyMap<string, string> {
  const before = Object.entries(objectOf(objectOf(base['components'])['securitySchemes']));
  const after = Object.entries(objectOf(objectOf(revision['components'])['securitySchemes']));
  const gone = before.filter(([name]) => !after.some(([other]) => other === name));
  const added = after.filter(([name]) => !before.some(([other]) => other === name));
  const renamed = new Map<string, string>();
  for (const [name, scheme] of added) {
    const form = stableText(wireForm(objectOf(scheme)));
    const candidates = gone.filter(([, other]) => stableText(wireForm(objectOf(other))) === form);
    const rivals = added.filter(([, other]) => stableText(wireForm(objectOf(other))) === form);
    const [only] = candidates;
    if (only !== undefined && candidates.length === 1 && rivals.length === 1) renamed.set(name, only[0]);
  }
  return renamed;
}
