/** Compares patterns as sets of matching texts, to decide whether one allows more. */
import { DFA, type Element, isDisjointWith, JS, NFA, type NoParent, Transformers, transform } from 'refa';

/** How the texts of a second pattern relate to those of the first one. */
export type Relation = 'same' | 'fewer' | 'more' | 'others';

/** Size of the automata above which patterns are not compared. */
const MOST_NODES = 20_000;

function parsed(pattern: string) {
  return JS.Parser.fromLiteral(new RegExp(pattern, 'u')).parse({ backreferences: 'throw' });
}

/** Whether the remaining assertions are only at the start or end of a text, so that their result is known. */
function isPlain(elements: readonly NoParent<Element>[], isFirst: boolean, isLast: boolean): boolean {
  return elements.every((element, place) => {
    const [first, last] = [isFirst && place === 0, isLast && place === elements.length - 1];
    if (element.type === 'Assertion') return element.negate && (element.kind === 'behind' ? first : last);
    if (element.type !== 'Alternation' && element.type !== 'Quantifier') return element.type === 'CharacterClass';
    const isOnce = element.type === 'Alternation';
    return element.alternatives.every((one) => isPlain(one.elements, isOnce && first, isOnce && last));
  });
}

/** The texts that a pattern matches. @throws when the language is not regular or too large */
function textsOf(pattern: string): DFA {
  const { expression, maxCharacter } = parsed(pattern);
  const anything = () => parsed('[^]*').expression.alternatives.flatMap(({ elements }) => elements);
  for (const { elements } of expression.alternatives) {
    elements.unshift(...anything());
    elements.push(...anything());
  }
  const { alternatives } = transform(Transformers.applyAssertions(), expression);
  if (!alternatives.every(({ elements }) => isPlain(elements, true, true))) throw new RangeError('not comparable');
  const options = { assertions: 'ignore' } as const;
  const machine = NFA.fromRegex(alternatives, { maxCharacter }, options, new NFA.LimitedNodeFactory(MOST_NODES));
  return DFA.fromFA(machine, new DFA.LimitedNodeFactory(MOST_NODES));
}

function isWithin(inner: DFA, outer: DFA): boolean {
  const others = outer.copy();
  others.complement();
  return isDisjointWith(inner, others);
}

/** Compares two patterns of ECMA-262; null when they cannot be compared. */
export function comparePatterns(before: string, after: string): Relation | null {
  try {
    const [old, now] = [textsOf(before), textsOf(after)];
    const [isFewer, isMore] = [isWithin(now, old), isWithin(old, now)];
    if (isFewer) return isMore ? 'same' : 'fewer';
    return isMore ? 'more' : 'others';
  } catch {
    return null;
  }
}

/** Whether certainly no text matches both patterns. */
export function arePatternsApart(one: string, other: string): boolean {
  try {
    return isDisjointWith(textsOf(one), textsOf(other));
  } catch {
    return false;
  }
}
