/** Points undecided checks at the finding that is their cause. Pure. */
import type { Check } from '../report.ts';

/** Hints that ask for data; more data cannot help while the server ignores `limit`. */
const FOR_DATA = /^put (more|at least) /;

/**
 * The rule that explains such hints: if pages are larger than requested, a list on one page does not prove that data is
 * missing.
 */
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
