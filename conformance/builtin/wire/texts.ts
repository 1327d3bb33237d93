/** Texts of an answer, in a header or as a body, by their documented schema. */
import { BY_MULTIPLES } from '@wallet-services/kit/multiple';
import { otherReading } from '@wallet-services/kit/rounded';
import type { SuiteContext } from '../../core/context.ts';
import { readings } from '../../generate/readings.ts';
import type { Schema } from '../../model/document/document.ts';
import { type SchemaJudge, type SchemaProblem, Unjudged } from '../../model/document/schemas.ts';

type Judging = Pick<SuiteContext, 'api' | 'schemas'>;

interface Described {
  readonly schema: Schema;
  readonly schemaPointer: string;
}

/** Why a value with rounded numbers is not judged. */
export const ROUNDED =
  'a number has more digits than JavaScript keeps, and its schema decides by them (an integer, a limit, a value)';

/** The problems of a value that are certain, and whether there are others that depend on digits of a rounded number. */
interface Certain {
  readonly problems: readonly SchemaProblem[];
  readonly isRounded: boolean;
}

/** @param hasMultiples whether the schema uses `multipleOf` */
function certain(problems: readonly SchemaProblem[], others: readonly SchemaProblem[], hasMultiples: boolean): Certain {
  const keyOf = ({ pointer, keyword }: SchemaProblem) => `${pointer} ${keyword}`;
  const [own, other] = [new Set(problems.map(keyOf)), new Set(others.map(keyOf))];
  const shared = problems.filter((problem) => other.has(keyOf(problem)));
  if (hasMultiples) return { problems: shared.filter(({ keyword }) => !BY_MULTIPLES.has(keyword)), isRounded: true };
  return { problems: shared, isRounded: own.symmetricDifference(other).size > 0 };
}

/** The problems of a JSON text that was read as a value. */
export function jsonProblems(schemas: SchemaJudge, pointer: string, value: unknown, text: string): Certain {
  const problems = schemas.problems(pointer, value);
  const other = value === undefined ? undefined : otherReading(text);
  if (other === undefined) return { problems, isRounded: false };
  return certain(problems, schemas.problems(pointer, other.value), schemas.uses(pointer, 'multipleOf'));
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** The text with another number in place of each that is rounded; undefined when none is. */
function otherText(text: string): string | undefined {
  const parts = text.split(',').map((part) => {
    const other = NUMBER.test(part.trim()) ? otherReading(part.trim()) : undefined;
    return other === undefined ? part : String(other.value);
  });
  const other = parts.join(',');
  return other === text ? undefined : other;
}

/**
 * The problems of a text; none where one of its readings is valid: `7` may be a number, `a,b` a list.
 *
 * @throws Unjudged where they depend on digits of a number that JavaScript does not keep.
 */
export function textProblems(judging: Judging, described: Described, text: string): readonly SchemaProblem[] {
  const problems = problemsOf(judging, described, text);
  const other = otherText(text);
  if (other === undefined) return problems;
  const hasMultiples = judging.schemas.uses(described.schemaPointer, 'multipleOf');
  if (certain(problems, problemsOf(judging, described, other), hasMultiples).isRounded) throw new Unjudged(ROUNDED);
  return problems;
}

function problemsOf(
  { api, schemas }: Judging,
  { schema, schemaPointer }: Described,
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
