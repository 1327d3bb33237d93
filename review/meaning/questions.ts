/** Compares open questions by id and place. */
import type { Unnamed } from '../finding.ts';
import { type Entries, keyOf } from './entry.ts';
import { meaningFinding, READERS, sidesOf } from './finding.ts';
import { at, renamesIn } from './rules.ts';

/** Finds questions that were opened, closed or changed. */
export function compareQuestions(before: Entries, after: Entries): readonly Unnamed[] {
  const closed = [...before.values()].filter((entry) => !after.has(keyOf(entry)));
  const opened = [...after.values()].filter((entry) => !before.has(keyOf(entry)));
  const renamed = renamesIn(closed, opened);
  const isRenamed = new Set([...renamed].flat());
  const texts = sidesOf(READERS, READERS);
  return [
    ...opened
      .filter((entry) => !isRenamed.has(entry))
      .map((entry) =>
        meaningFinding(
          'questions',
          entry,
          'question-opened',
          `question opened${at(entry)}`,
          [null, entry.text],
          sidesOf(['compatible', 'must be ready for any behaviour'], ['compatible', 'may choose']),
        ),
      ),
    ...closed
      .filter((entry) => !isRenamed.has(entry))
      .map((entry) =>
        meaningFinding(
          'questions',
          entry,
          'question-closed',
          `question closed${at(entry)}`,
          [entry.text, null],
          sidesOf(
            ['compatible', 'see the rules that answer it'],
            ['compatible', 'may no longer choose; see the rules that answer it'],
          ),
        ),
      ),
    ...[...renamed].map(([now, old]) =>
      meaningFinding('questions', now, 'question-renamed', 'id of the question changed', [old.id, now.id], texts),
    ),
    ...[...after.values()].flatMap((now) => {
      const old = before.get(keyOf(now));
      if (old === undefined) return [];
      const { text, source } = old;
      return [
        ...(text === now.text
          ? []
          : [meaningFinding('questions', now, 'question-reworded', 'question reworded', [text, now.text], texts)]),
        ...(source === now.source
          ? []
          : [meaningFinding('questions', now, 'source-changed', 'source changed', [source, now.source], texts)]),
      ];
    }),
  ];
}
