/** The verdict as a badge: one SVG image, for a README or a page of builds. */
import { html } from '@wallet-services/kit/html';
import type { Outcome, RunReport } from '../run/report.ts';
import { extentText, outcomeText, triedText } from './text.ts';

const LABEL = 'conformance';

const colours: Readonly<Record<Outcome, string>> = {
  conformant: '#1a7f37',
  'not conformant': '#c1121f',
  undecided: '#946200',
};

/** The mean width of a character, in pixels, and the space beside a text. */
const CHARACTER = 6.6;
const SPACE = 12;

const widthOf = (text: string) => Math.round(text.length * CHARACTER + SPACE);

/** @returns SVG with a final newline: the verdict, and in how many checks. */
export function badge(report: RunReport): string {
  const verdict = `${outcomeText[report.outcome].toLowerCase()}${triedText(report)}${extentText(report)}`;
  const [left, right] = [widthOf(LABEL), widthOf(verdict)];
  const width = left + right;
  const words = (text: string, middle: number) => html`<text x="${middle}" y="14">${text}</text>`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${LABEL}: ${verdict}">
<title>${LABEL}: ${verdict}</title>
<rect width="${width}" height="20" rx="3" fill="${colours[report.outcome]}"/>
<path d="M3 0h${left - 3}v20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#444"/>
<g fill="#fff" text-anchor="middle" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">
${words(LABEL, left / 2)}
${words(verdict, left + right / 2)}
</g>
</svg>
`.text;
}
