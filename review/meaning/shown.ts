/** Finds the call that shows a rule or a declaration, and whether its request or its response does. */
import { isObject, type JsonObject, segmentsOf, valueAt } from '../json.ts';
import { type Called, callsOf, curlOf } from './request.ts';

/**
 * Builds a curl command for a place.
 *
 * @param place an operationId, or a component or a member of one
 * @param mentioned as in `curlOf`
 */
export function requestAt(
  document: JsonObject | undefined,
  place: string,
  mentioned: ReadonlySet<string>,
): string | null {
  if (document === undefined || place === '') return null;
  const lines = callsAt(document, place).map((called) => curlOf(document, called, mentioned));
  return lines.find((line) => line !== null) ?? null;
}

function callsAt(document: JsonObject, place: string): readonly Called[] {
  const calls = callsOf(document);
  const own = calls.filter(({ operation }) => operation['operationId'] === place);
  if (own.length > 0) return own;
  const component = `#/components/schemas/${place.split('.')[0]}`;
  const answer = calls.filter(({ operation }) => reaches(document, operation['responses'], component));
  const send = calls.filter(({ operation }) => reaches(document, operation['requestBody'], component));
  // Reading operations are tried first.
  const sorted = answer.toSorted((one, other) => Number(one.method !== 'get') - Number(other.method !== 'get'));
  return [...sorted, ...send];
}

/** Whether a component is used only in requests or responses; `request` when in both; otherwise undefined. */
export function directionOf(document: JsonObject | undefined, place: string): 'request' | 'response' | undefined {
  const component = `#/components/schemas/${place.split('.')[0]}`;
  if (document === undefined || valueAt(document, segmentsOf(component)) === undefined) return undefined;
  const calls = callsOf(document);
  const sent = calls.some(({ operation, shared }) =>
    reaches(document, [operation['requestBody'], operation['parameters'], shared], component),
  );
  if (sent) return 'request';
  return calls.some(({ operation }) => reaches(document, operation['responses'], component)) ? 'response' : undefined;
}

function reaches(document: JsonObject, node: unknown, component: string, seen = new Set<string>()): boolean {
  if (Array.isArray(node)) return node.some((one) => reaches(document, one, component, seen));
  if (!isObject(node)) return false;
  const reference = node['$ref'];
  if (typeof reference === 'string') {
    if (reference === component) return true;
    if (seen.has(reference)) return false;
    seen.add(reference);
    if (reaches(document, valueAt(document, segmentsOf(reference)), component, seen)) return true;
  }
  return Object.entries(node).some(
    ([name, value]) => !name.startsWith('x-') && reaches(document, value, component, seen),
  );
}
