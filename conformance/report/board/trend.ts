/** The checks of several runs as a picture: a column for each run, with its passed, failed and other checks stacked. */
import { h, type Markup } from '../html/markup.ts';
import { groups, type Tally } from './board.ts';

/** The size of the picture in its own units; it scales with the page. */
const HEIGHT = 120;
const COLUMN = 36;
const GAP = 14;
/** The room below the columns for the names of the runs. */
const FOOT = 18;

/** Groups that have one colour, from the bottom up: more green means that more was proven. */
const BANDS: readonly { readonly name: string; readonly colour: string; readonly members: readonly string[] }[] = [
  { name: 'passed', colour: 'good', members: ['passed'] },
  { name: 'observed', colour: 'seen', members: ['observed'] },
  { name: 'warned of or known to fail', colour: 'odd', members: ['warned of', 'known to fail'] },
  { name: 'failed', colour: 'bad', members: ['failed'] },
];

export const trendStyle = `
.trend { margin: 1rem 0; } .trend figcaption { color: var(--quiet); font-size: .875rem; }
.trend svg { display: block; max-width: 100%; height: auto; }
.trend text { fill: var(--text); font: 12px system-ui, sans-serif; text-anchor: middle; }
.trend .key { display: inline-block; width: .8rem; height: .8rem; margin: 0 .3rem 0 .8rem; vertical-align: -.05rem; }
.trend .good { fill: var(--good); background: var(--good); } .trend .seen { fill: var(--accent); background: var(--accent); }
.trend .odd { fill: var(--odd); background: var(--odd); } .trend .bad { fill: var(--bad); background: var(--bad); }
`;

const sizeOf = (run: readonly Tally[], members: readonly string[]) =>
  groups.reduce((sum, [name], place) => sum + (members.includes(name) ? (run[place]?.count ?? 0) : 0), 0);

/** What the picture shows, in a sentence: how the passed and failed checks changed from the first run to the last. */
export function trendText(runs: readonly (readonly Tally[])[]): string {
  const parts = ['passed', 'failed'].map((name) => {
    const [from = 0, to = 0] = [runs.at(0), runs.at(-1)].map((run) => sizeOf(run ?? [], [name]));
    return from === to ? `${to} ${name} in both` : `${name} went from ${from} to ${to}`;
  });
  return `From the first run to the last of ${runs.length}: ${parts.join(', ')}.`;
}

/** A column of the picture. @param scale units for a check */
function column(run: readonly Tally[], place: number, scale: number, name: string): readonly Markup[] {
  const x = GAP + place * (COLUMN + GAP);
  let top = HEIGHT;
  const bands = BANDS.flatMap(({ colour, members }) => {
    const height = sizeOf(run, members) * scale;
    top -= height;
    if (height === 0) return [];
    const box = { x: `${x}`, y: top.toFixed(1), width: `${COLUMN}`, height: height.toFixed(1) };
    return [h('rect', { class: colour, ...box })];
  });
  return [...bands, h('text', { x: `${x + COLUMN / 2}`, y: `${HEIGHT + FOOT - 4}` }, name)];
}

/** The picture with its text; null where there is one run, which has no trend. @param names the runs, a letter each */
export function trend(runs: readonly (readonly Tally[])[], names: readonly string[]): Markup | null {
  if (runs.length < 2) return null;
  const members = BANDS.flatMap((band) => band.members);
  const most = Math.max(1, ...runs.map((run) => sizeOf(run, members)));
  const width = GAP + runs.length * (COLUMN + GAP);
  const columns = runs.flatMap((run, place) => column(run, place, HEIGHT / most, names[place] ?? ''));
  const text = trendText(runs);
  const size = { width: `${width}`, height: `${HEIGHT + FOOT}`, viewBox: `0 0 ${width} ${HEIGHT + FOOT}` };
  const keys = BANDS.flatMap(({ name, colour }) => [h('span', { class: `key ${colour}` }), h('span', {}, name)]);
  return h(
    'figure',
    { class: 'trend' },
    h('svg', { role: 'img', 'aria-label': text, ...size }, ...columns),
    h('figcaption', {}, text, h('br'), ...keys),
  );
}
