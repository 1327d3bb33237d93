/** Texts of an answer, in a header or as a body, by their documented schema. */
import type { SuiteContext } from '../../core/context.ts';
import { readings } from '../../generate/readings.ts';
import type { Schema } from '../../model/document/document.ts';
import type { SchemaProblem } from '../../model/document/schemas.ts';

/** The problems of a text; none where one of its readings is valid: `7` may be a number, `a,b` a list. */
export function textProblems(
  { api, schemas }: Pick<SuiteContext, 'api' | 'schemas'>,
  { schema, schemaPointer }: { readonly schema: Schema; readonly schemaPointer: string },
  text: string,
): readonly SchemaProblem[] {
  let likeliest: readonly SchemaProblem[] | undefined;
  for (const value of readings(api.document, schema, text)) {
    const problems = schemas.problems(schemaPointer, value);
    if (problems.length === 0) return [];
    likeliest ??= problems;
  }
  return likeliest ?? [];
}
