/** Parts with an announced removal: deprecated, with a date in `x-sunset`. */
import { asText, type JsonObject } from '../json.ts';

/** Why a part may be removed; null when its date is in the future or absent. */
export function sunsetOf(node: JsonObject, today: string = new Date().toISOString().slice(0, 10)): string | null {
  const isDeprecated = node['deprecated'] === true || node['deprecated'] === 'true';
  const day = /^"?(\d{4}-\d{2}-\d{2})/.exec(asText(node['x-sunset'] ?? ''))?.[1];
  if (!isDeprecated || day === undefined || day > today) return null;
  return `it was deprecated, and announced to go on ${day}`;
}
