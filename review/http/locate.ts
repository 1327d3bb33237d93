/** Says in people's words where in a document a pointer leads. */
import { joinMembers } from '../finding.ts';
import { type JsonObject, objectOf, valueAt } from '../json.ts';
import type { Canonical } from './canonical/document.ts';
import type { Origins } from './canonical/origin.ts';
import { BY_TYPE, type Direction } from './canonical/schema.ts';
import { operationKey } from './operations.ts';
import { STEPS } from './steps.ts';

/** Where a pointer into a canonical document leads. */
export type Location =
  | {
      readonly kind: 'operation';
      readonly key: string;
      /** As in `Place`. */
      readonly where: string;
      readonly member: string;
      readonly direction: Direction | null;
    }
  | {
      readonly kind: 'component';
      /** The canonical name, with the direction before it. */
      readonly name: string;
      readonly member: string;
      readonly direction: Direction;
    }
  | { readonly kind: 'scheme'; readonly name: string }
  | { readonly kind: 'document' };

/** Keywords whose next segment names an alternative. */
const SKIPPED = new Set(['anyOf', 'oneOf', 'allOf', BY_TYPE]);

/** Path of a member, from the segments that follow a schema in a pointer. */
export function memberOf(segments: readonly string[]): string {
  let member = '';
  for (let index = 0; index < segments.length; index += 1) {
    const keyword = segments[index] ?? '';
    if (keyword === 'properties' || keyword === 'patternProperties') {
      index += 1;
      member = joinMembers(member, segments[index] ?? '');
    } else if (SKIPPED.has(keyword)) {
      index += 1;
    } else if (keyword === 'prefixItems') {
      index += 1;
      member = joinMembers(member, `[${segments[index] ?? ''}]`);
    } else {
      member = joinMembers(member, STEPS[keyword] ?? '');
    }
  }
  return member;
}

/** Where a pointer into a canonical document leads. */
export function locate({ document, origins }: Canonical, segments: readonly string[]): Location {
  const [top, second, third, ...rest] = segments;
  if (top === 'components' && second === 'schemas' && third !== undefined) {
    return { kind: 'component', name: third, member: memberOf(rest), direction: directionOf(third) };
  }
  if (top === 'components' && second === 'securitySchemes' && third !== undefined)
    return { kind: 'scheme', name: third };
  if (top !== 'paths' || second === undefined || third === undefined) return { kind: 'document' };
  const key = operationKey(third, second);
  const [part, name = '', ...inner] = rest;
  const at = (where: string, direction: Direction | null, tail: readonly string[]): Location => ({
    kind: 'operation',
    key,
    where,
    direction,
    member: memberOf(afterSchema(tail)),
  });
  if (part === 'parameters' && name !== '') {
    const parameter = objectOf(valueAt(document, segments.slice(0, 5)));
    return at(parameterLabel(parameter, origins), 'request', inner);
  }
  if (part === 'requestBody') return at('body', 'request', [name, ...inner]);
  if (part === 'responses' && name !== '') {
    const [section, header] = inner;
    if (section === 'headers' && header !== undefined)
      return at(`${name} header ${header}`, 'response', inner.slice(2));
    return at(`${name} answer`, 'response', inner);
  }
  return at('', null, []);
}

/** How people call a parameter, as in `query parameter limit`. */
export function parameterLabel(parameter: JsonObject, origins: Origins): string {
  return `${parameter['in']} parameter ${origins.get(parameter) ?? parameter['name']}`;
}

function afterSchema(segments: readonly string[]): readonly string[] {
  const start = segments.indexOf('schema');
  return start === -1 ? [] : segments.slice(start + 1);
}

/** The direction of a component, from its canonical name. */
function directionOf(name: string): Direction {
  return name.startsWith('request.') ? 'request' : 'response';
}

/** A component by the name that people know, from its canonical name or its name in the source. */
export function componentName(name: string): string {
  return name.replace(/^(request|response)\./, '');
}
