/** Formats the report as Markdown, for a pull request or a changelog. */
import { eachText, harmless } from '@wallet-services/kit/harmless';
import { areas, type ChangeClass, isGrave, sides } from '../finding.ts';
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
  losersOf,
  otherPlaces,
  placeOf,
  subjectOf,
  valuesOf,
} from './words.ts';

const SHOWN_PLACES = 10;
const SHORT = 120;
/** Longest comment, in characters: GitHub rejects more than 65,536. */
const LONGEST = 60_000;

/** Renders the whole report, for a comment on a pull request. */
export function toMarkdown(given: Report): string {
  const report = eachText(given, harmless);
  const { notes } = report;
  const lines = [
    '## Effects of this change on the contract',
    '',
    `**${report.summary}** · ${versionSentence(report.version)}`,
    '',
    `| for | ${counted.map((grade) => CLASS_WORDS[grade]).join(' | ')} |`,
    `|---|${counted.map(() => '---:').join('|')}|`,
    ...sides.map((side) => `| ${side} | ${counted.map((grade) => report.sides[side][grade]).join(' | ')} |`),
    '',
    `From ${text(report.base)} to ${text(report.head)}.`,
    ...notes.flatMap((note) => ['', `> ${text(note)}`]),
    ...counted.flatMap((grade) => section(report.findings, grade)),
  ];
  return cut(`${lines.join('\n').trimEnd()}\n`);
}

/** Formats only the changes for a changelog, one line each. */
export function toChangelog(report: Report): string {
  const { findings } = eachText(report, harmless);
  const lines = counted.flatMap((grade) => {
    const graded = findings.filter((finding) => finding.class === grade);
    if (graded.length === 0) return [];
    return [
      '',
      `**${CLASS_TITLES[grade]}**`,
      '',
      ...graded.map((finding) => `- ${headline(finding)}${values(finding)}${whom(finding)}${because(finding)}`),
    ];
  });
  return lines.join('\n').trim();
}

/** Short values are shown in the line; long ones are in the report. */
function values({ before, after, change }: Located): string {
  if (after === null || change.includes(after) || (before ?? '').length + after.length > SHORT) return '';
  if (before === null) return `: ${code(after)}`;
  return `, from ${code(before)} to ${code(after)}`;
}

/** The affected sides. */
function whom(finding: Located): string {
  const losers = losersOf(finding);
  return losers === '' ? '' : ` (${losers})`;
}

function because({ accepted }: Located): string {
  return accepted === null ? '' : ` (accepted: ${text(accepted)})`;
}

function section(findings: readonly Located[], grade: ChangeClass): readonly string[] {
  const graded = findings.filter((finding) => finding.class === grade);
  if (graded.length === 0) return [];
  const blocks = areas.flatMap((area) => {
    const found = graded.filter((finding) => finding.area === area);
    return found.length === 0 ? [] : ['', `#### ${AREA_TITLES[area]}`, '', ...found.flatMap(entry)];
  });
  const title = `${CLASS_TITLES[grade]} (${graded.length})`;
  if (isGrave(grade)) return ['', `### ${title}`, ...blocks];
  return ['', `<details><summary><b>${title}</b></summary>`, ...blocks, '', '</details>'];
}

function entry(finding: Located): readonly string[] {
  const { corrected, accepted } = finding;
  const at = finding.lines.head ?? finding.lines.base;
  const { before, after } = valuesOf(finding);
  const lines = [`- ${headline(finding)}`];
  if (before !== null) lines.push(`  - before: ${code(before)}`);
  if (after !== null) lines.push(`  - after: ${code(after)}`);
  if (corrected !== null) lines.push(`  - why: ${text(corrected)}`);
  for (const [side, , words] of effectsOf(finding)) lines.push(`  - ${side}: ${text(words)}`);
  if (at !== null) lines.push(`  - in ${code(`${at.file}:${at.line}`)}`);
  if (finding.request !== null) lines.push(`  - try: ${code(finding.request)}`);
  const places = otherPlaces(finding);
  const shown = places.slice(0, SHOWN_PLACES).map((place) => code(placeOf(place)));
  if (places.length > SHOWN_PLACES) shown.push(`${places.length - SHOWN_PLACES} more`);
  if (shown.length > 0) lines.push(`  - at ${shown.join('; ')}`);
  if (accepted !== null) lines.push(`  - accepted: ${text(accepted)}`);
  else if (finding.open) lines.push(...idsOf(finding).map((line) => `  - id: ${code(line)}`));
  return lines;
}

function headline(finding: Located): string {
  const way = directionOf(finding);
  const service = finding.service === '' ? '' : `**${text(finding.service)}** `;
  return `${service}${code(subjectOf(finding))}${way === '' ? '' : ` ${way}`}: ${text(finding.change)}`;
}

/** Escapes text on one line, so that nothing in it is Markdown or HTML. */
function text(value: string): string {
  return value
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/[\\`*_[\]|#]/g, '\\$&')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function code(value: string): string {
  const line = value.replaceAll(/\s*\n\s*/g, ' ');
  const fence = line.includes('`') ? '``' : '`';
  return `${fence}${fence.length > 1 ? ` ${line} ` : line}${fence}`;
}

function cut(markdown: string): string {
  if (markdown.length <= LONGEST) return markdown;
  const end = markdown.lastIndexOf('\n- ', LONGEST);
  return `${markdown.slice(0, end)}\n\nThe rest is cut off; see the HTML page or the JSON of this report.\n`;
}
