/**
 * Takes guesses of Redocly apart. What is left over on both sides and has a similar name, it takes for one thing with
 * another name, and compares the insides; `amount` and `account` are not one member.
 */
import { pointerOf, segmentsOf, stableText, valueAt } from '../../json.ts';
import type { Difference, Side } from '../difference.ts';
import { componentName } from '../locate.ts';
import { type Context, nodesOf } from './context.ts';

/** The differences with each guessed rename made into one that is gone and one that is new, or a rename that is sure. */
export function withoutGuesses(differences: readonly Difference[], context: Context): readonly Difference[] {
  const guesses = [...new Map(differences.filter(isGuess).map((guess) => [guess.path, guess])).values()];
  const kept = differences.filter(
    (difference) => !isGuess(difference) && !guesses.some((guess) => isInside(difference, guess)),
  );
  return [...kept, ...guesses.flatMap((guess) => (isSure(guess, context) ? [guess] : apart(guess, context)))];
}

/** Whether two things were taken for one: another name, or a parameter at another place. */
function isGuess({ typeName, property }: Difference): boolean {
  return property === 'key' || (typeName === 'Parameter' && (property === 'name' || property === 'in'));
}

/** Whether a difference was found inside of a guess, and not in a component that both sides share. */
function isInside(difference: Difference, guess: Difference): boolean {
  if (difference.path !== guess.path && !difference.path.startsWith(`${guess.path}/`)) return false;
  const before = rootOf(difference.base);
  const after = rootOf(difference.revision);
  const own = rootOf(guess.revision);
  return before === undefined || after === undefined || before !== after || after === own;
}

function rootOf(side: Side | undefined): string | undefined {
  const [top, part, name] = segmentsOf(side?.pointer ?? '');
  if (side === undefined || name === undefined) return undefined;
  return top === 'components' ? `${part}/${componentName(name)}` : top;
}

/** Members and schemes: one and the same thing under another name. */
function isSure({ base, revision }: Difference, context: Context): boolean {
  const before = segmentsOf(base?.pointer ?? '');
  const after = segmentsOf(revision?.pointer ?? '');
  const text = (value: unknown) =>
    stableText(value).replaceAll(/"(description|x-identity|x-documented-examples)":"(\\.|[^"\\])*",?/g, '');
  return (
    after.at(-2) === 'properties' &&
    text(valueAt(context.base.document, before)) === text(valueAt(context.head.document, after))
  );
}

function apart(guess: Difference, context: Context): readonly Difference[] {
  const { path, typeName, impact, rules } = guess;
  const { base, head } = nodesOf(guess);
  if (base === null || head === null) return [guess];
  const shared = { path, typeName, property: undefined };
  const gone = { pointer: pointerOf(base), value: valueAt(context.base.document, base) };
  const added = { pointer: pointerOf(head), value: valueAt(context.head.document, head) };
  return [
    { ...shared, kind: 'removed', impact, rules, base: gone, revision: undefined },
    { ...shared, kind: 'added', impact: 'minor', rules: [], base: undefined, revision: added },
  ];
}
