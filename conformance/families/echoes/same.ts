/** Whether a value came back, however the server writes it. */

import { type OpenApiDocument, resolved, type Schema } from '../../model/document/document.ts';
import { canonicalDecimal, isDecimal } from '../../model/values/decimal.ts';
import { sameJson } from '../../model/values/json.ts';
import { isTime, parseInstant } from '../../model/values/time.ts';

/** A language alone; how it is written with a region is open: `en`, `en-US`, `en_us`. */
const LANGUAGE = /^[a-z]{2}$/i;

/** Members and headers with a language, by their names: `lang`, `userLanguage`, `Accept-Language`, `locale`. */
const NAMED_LANGUAGE = /(^|[-_./])(lang|language|locale)$|[a-z](Lang|Language|Locale)$/;

function isLanguage(name: string, sent: string, shown: string): boolean {
  const isNamed = NAMED_LANGUAGE.test(name) || NAMED_LANGUAGE.test(name.toLowerCase());
  return isNamed && LANGUAGE.test(sent) && shown.split(/[-_]/)[0]?.toLowerCase() === sent.toLowerCase();
}

/** @param name of the member that was sent. @param schema of it. @param trimmed white space at the ends apart. */
export function isSame(
  document: OpenApiDocument,
  name: string,
  schema: Schema,
  sent: unknown,
  shown: unknown,
  trimmed = false,
): boolean {
  // An empty value may be left out.
  if (sent === null) return shown === null || shown === undefined;
  if (typeof sent !== 'string' || typeof shown !== 'string') return sameJson(sent, shown);
  const target = resolved(document, schema);
  if (target.format === 'uuid') return sent.toLowerCase() === shown.toLowerCase();
  if (isTime(target)) return sent === shown || (parseInstant(sent) ?? 'none') === parseInstant(shown);
  const isAmount = target.pattern !== undefined && isDecimal(sent);
  if (isAmount) return canonicalDecimal(sent) === canonicalDecimal(shown);
  return (trimmed ? sent.trim() === shown.trim() : sent === shown) || isLanguage(name, sent, shown);
}
