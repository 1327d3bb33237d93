/** The board for a terminal. */
import { eachText, onOneLine } from '@wallet-services/kit/harmless';
import type { Style } from '@wallet-services/kit/style';
import { cut, outcomeText } from '../text.ts';
import { boardOf, countsText, groups, type Named, type Row, talliesOf, tallyText } from './board.ts';

/** The number of characters that are shown of one answer. */
const MOST_ANSWER = 300;

const letter = (place: number) => String.fromCharCode(65 + place);

/** A rule and the answer of each server, one line each. */
function lines({ name, text, reported }: Row, missing: string, style: Style): readonly string[] {
  const shown = (value: string | null) => (value === null ? style.dim(missing) : cut(value, MOST_ANSWER));
  return [
    `  ${style.bold(name)}  ${style.dim(text)}`,
    ...reported.map((value, place) => `    ${letter(place)}  ${shown(value)}`),
  ];
}

/**
 * The differences of reports, without a final newline. Between two, a verdict that only one of them has is a difference
 * too.
 */
export function boardText(given: readonly Named[], style: Style): string {
  const named = eachText(given, onOneLine);
  const isPair = named.length === 2;
  const owned = named.map(({ report }) => report.services.map(({ service }) => service));
  const isShown = (service: string) => !isPair || owned.every((services) => services.includes(service));
  const boards = boardOf(named, isPair);
  const counts = talliesOf(named).map((run) =>
    run.map((tally, group) => `${tallyText(tally)} ${groups[group]?.[0]}`).join(', '),
  );
  const only = owned.map((services) => services.filter((service) => !isShown(service)));
  return [
    ...named.flatMap(({ name, report }, place) => [
      `${letter(place)}  ${name}: ${outcomeText[report.outcome]}`,
      style.dim(`   ${report.clock.startedAt}: ${counts[place]}`),
    ]),
    ...boards
      .filter(({ service }) => isShown(service))
      .flatMap((board) => [
        '',
        style.bold(countsText(board)),
        ...board.different.flatMap((row) => lines(row, '(not observed)', style)),
        ...(board.verdicts.length === 0
          ? []
          : ['', style.bold(`${board.service}: ${board.verdicts.length} verdicts differ`)]),
        ...board.verdicts.flatMap((row) => lines(row, '(not checked)', style)),
      ]),
    ...only.flatMap((services, place) =>
      services.length === 0 ? [] : ['', `Only ${letter(place)} has ${services.join(', ')}.`],
    ),
  ].join('\n');
}
