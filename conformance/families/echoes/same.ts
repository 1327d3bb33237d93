/** Whether a value came back, however the server writes it. */
import { canonicalDecimal, isDecimal } from '../../model/decimal.ts';
import { type OpenApiDocument, resolved, type Schema } from '../../model/document.ts';
import { sameJson } from '../../model/json.ts';
import { isTime, parseInstant } from '../../model/time.ts';

/** A language alone; how it is written with a region is open: `en`, `en-US`, `en_us`. */
const LANGUAGE = /^[a-z]{2}$/i;

function isLanguage(sent: string, shown: string): boolean {
  return LANGUAGE.test(sent) && shown.split(/[-_]/)[0]?.toLowerCase() === sent.toLowerCase();
}

/** @param schema of what was sent. @param trimmed white space at the ends apart. */
export function isSame(
  document: OpenApiDocument,
  schema: Schema,
  sent: unknown,
  shown: unknown,
  trimmed = false,
): boolean {
  if (typeof sent !== 'string' || typeof shown !== 'string') return sameJson(sent, shown);
  const target = resolved(document, schema);
  if (target.format === 'uuid') return sent.toLowerCase() === shown.toLowerCase();
  if (isTime(target)) return sent === shown || (parseInstant(sent) ?? 'none') === parseInstant(shown);
  const isAmount = target.pattern !== undefined && isDecimal(sent);
  if (isAmount) return canonicalDecimal(sent) === canonicalDecimal(shown);
  return (trimmed ? sent.trim() === shown.trim() : sent === shown) || isLanguage(sent, shown);
}
