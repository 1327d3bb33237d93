/** The board for a person at a terminal. */
import { eachText, onOneLine } from '@wallet-services/kit/harmless';
import type { Style } from '@wallet-services/kit/style';
import { type Named, pairText } from '../compare.ts';
import { outcomeText } from '../text.ts';
import { boardOf, type Row } from './board.ts';

function lines({ name, text, said }: Row, missing: string, style: Style): readonly string[] {
  return pairText({ name, text }, said, missing, style);
}

/** Three reports and more, without a final newline; two are told by `comparisonText`. */
export function boardText(given: readonly Named[], style: Style): string {
  const named = eachText(given, onOneLine);
  return [
    ...named.map(
      ({ name, report }, place) => `${String.fromCharCode(65 + place)}  ${name}: ${outcomeText[report.outcome]}`,
    ),
    ...boardOf(named).flatMap(({ service, different, alike, verdicts }) => [
      '',
      style.bold(
        `${service}: ${different.length} open points with different choices, ${alike.length} with the same choice`,
      ),
      ...different.flatMap((row) => lines(row, '(not observed)', style)),
      ...(verdicts.length === 0 ? [] : ['', style.bold(`${service}: ${verdicts.length} verdicts differ`)]),
      ...verdicts.flatMap((row) => lines(row, '(not checked)', style)),
    ]),
  ].join('\n');
}
