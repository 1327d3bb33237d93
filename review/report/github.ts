/** Formats the report as commands of a GitHub workflow: annotations at the lines of the newer documents. */
import { eachText, onOneLine } from '@wallet-services/kit/harmless';
import { isGrave } from '../finding.ts';
import type { Located, Report } from './report.ts';
import { losersOf, subjectOf } from './words.ts';

/** Number of annotations: GitHub shows ten of a kind per step. */
const MOST = 10;

/** Formats the findings that need a review, most severe first. */
export function toGithub(given: Report): string {
  const report = eachText(given, onOneLine);
  const grave = report.findings.filter((finding) => isGrave(finding.class));
  const lines = grave.slice(0, MOST).map(annotation);
  const more = grave.length - lines.length;
  return `${[...lines, ...(more > 0 ? [`::notice::${more} more changes are in the report.`] : [])].join('\n')}\n`;
}

function annotation(finding: Located): string {
  const { change, lines, open, id } = finding;
  const at = lines.head ?? lines.base;
  const place = at === null ? '' : ` file=${property(at.file)},line=${at.line},title=${property(subjectOf(finding))}`;
  return `::${open ? 'error' : 'warning'}${place}::${message(`${change} (${losersOf(finding)}); id: ${id}`)}`;
}

/** A text on one line, in which a command of a workflow ends nothing. */
function message(text: string): string {
  return text.replaceAll('%', '%25');
}

function property(text: string): string {
  return message(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
