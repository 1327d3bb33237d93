/** Formats the report for a terminal. */
import { styleText } from 'node:util';
import { eachText, onOneLine } from '@wallet-services/kit/harmless';
import { areas, sides } from '../finding.ts';
import type { Located, Report } from './report.ts';
import { versionSentence } from './version.ts';
import {
  AREA_TITLES,
  CLASS_TITLES,
  CLASS_WORDS,
  counted,
  directionOf,
  effectsOf,
  idsOf,
  otherPlaces,
  placeOf,
  subjectOf,
  valuesOf,
} from './words.ts';

const SHOWN_PLACES = 3;
const COLOURS = { breaking: 'red', unclear: 'yellow', compatible: 'green', documentation: 'dim', none: 'dim' } as const;
const WIDTH = 9;

/** Formats the report as text. */
export function toText(given: Report, colour: boolean): string {
  const report = eachText(given, onOneLine);
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const lines = [paint('bold', `Contract: ${report.base} -> ${report.head}`), ''];
  for (const grade of counted) {
    const graded = report.findings.filter((finding) => finding.class === grade);
    if (graded.length === 0) continue;
    lines.push(paint(['bold', COLOURS[grade]], `${CLASS_TITLES[grade]} (${graded.length})`));
    for (const area of areas) {
      const found = graded.filter((finding) => finding.area === area);
      if (found.length === 0) continue;
      lines.push('', paint('underline', AREA_TITLES[area]));
      for (const finding of found) lines.push('', ...entry(finding, paint));
    }
    lines.push('');
  }
  lines.push(...report.notes.map((note) => `note: ${note}`));
  if (report.findings.length > 0) lines.push(...totals(report), '');
  lines.push(paint(['bold', report.unaccepted > 0 ? 'red' : 'green'], report.summary), versionSentence(report.version));
  if (report.unaccepted > 0) {
    lines.push(
      `To accept: use --allow, or add an entry with the id of the change and a reason to ${report.acceptedIn}.`,
    );
  }
  return `${lines.join('\n')}\n`;
}

type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

/** Number of changes by side and class, a line for each side. */
function totals(report: Report): readonly string[] {
  return sides.map((side) => {
    const counts = counted.flatMap((grade) => {
      const count = report.sides[side][grade];
      return count === 0 ? [] : [`${count} ${CLASS_WORDS[grade]}`];
    });
    return `${`${side}:`.padEnd(WIDTH)}${counts.length === 0 ? 'not affected' : counts.join(', ')}`;
  });
}

function entry(finding: Located, paint: Paint): readonly string[] {
  const { before, after } = valuesOf(finding);
  const { service, change, accepted, corrected, request, lines: at } = finding;
  const way = directionOf(finding);
  const lines = [
    `  ${paint('bold', [service, subjectOf(finding)].filter((word) => word !== '').join('  '))}${way === '' ? '' : `  ${way}`}`,
    `    ${change}`,
  ];
  if (before !== null) lines.push(`    ${paint('red', `- ${before}`)}`);
  if (after !== null) lines.push(`    ${paint('green', `+ ${after}`)}`);
  if (corrected !== null) lines.push(`    why: ${corrected}`);
  for (const [side, effect, words] of effectsOf(finding)) {
    lines.push(`    ${`${side}:`.padEnd(WIDTH)}${paint(COLOURS[effect.class], words)}`);
  }
  const written = at.head ?? at.base;
  if (written !== null) lines.push(paint('dim', `    in ${written.file}:${written.line}`));
  if (request !== null) lines.push(`    try: ${request}`);
  const places = otherPlaces(finding);
  for (const place of places.slice(0, SHOWN_PLACES)) lines.push(paint('dim', `    at ${placeOf(place)}`));
  if (places.length > SHOWN_PLACES) lines.push(paint('dim', `    and at ${places.length - SHOWN_PLACES} more places`));
  if (accepted !== null) lines.push(`    accepted: ${accepted}`);
  else if (finding.open) lines.push(...idsOf(finding).map((line) => paint('dim', `    id: ${line}`)));
  return lines;
}
