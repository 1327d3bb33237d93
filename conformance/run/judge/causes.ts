/** Points undecided checks at the finding that is their cause. Pure. */
import type { Check } from '../report.ts';

/** Hints that ask for data, which cannot help while a request for a part of it is not heeded. */
const FOR_DATA = /^put (more|at least) /;

/** Where pages are larger than requested, a list that fits on one page says nothing about the data. */
const CAUSE = /[.]limited[.]at-most$/;

/**
 * Undecided checks of an operation that ignores `limit` name the rule that is broken, instead of data that would not
 * decide them.
 */
export function withCauses(checks: readonly Check[]): readonly Check[] {
  const broken = checks.filter(({ rule, verdict }) => CAUSE.test(rule) && (verdict === 'fail' || verdict === 'known'));
  const causes = new Map(broken.map(({ operation, rule }) => [operation, rule]));
  return checks.map((check) => {
    const cause = causes.get(check.operation);
    if (cause === undefined) return check;
    const reasons = check.reasons.map(({ reason, hint }) =>
      hint !== null && FOR_DATA.test(hint)
        ? { reason: `${reason}, as ${check.operation} does not keep to the limit`, hint: `repair ${cause} first` }
        : { reason, hint },
    );
    return { ...check, reasons };
  });
}
