/** Patterns as the sets of texts that fit them: whether one of two allows more. */
import { DFA, type Element, isDisjointWith, JS, NFA, type NoParent, Transformers, transform } from 'refa';

/** How the texts of a second pattern lie to those of a first. */
export type Relation = 'same' | 'fewer' | 'more' | 'others';

/** Patterns that need larger machines are not compared. */
const MOST_NODES = 20_000;

function parsed(pattern: string) {
  return JS.Parser.fromLiteral(new RegExp(pattern, 'u')).parse({ backreferences: 'throw' });
}

/** Whether what is left to assert stands where a text begins or ends, and so holds there or not by its kind. */
function isPlain(elements: readonly NoParent<Element>[], isFirst: boolean, isLast: boolean): boolean {
  return elements.every((element, place) => {
    const [first, last] = [isFirst && place === 0, isLast && place === elements.length - 1];
    if (element.type === 'Assertion') return element.negate && (element.kind === 'behind' ? first : last);
    if (element.type !== 'Alternation' && element.type !== 'Quantifier') return element.type === 'CharacterClass';
    const isOnce = element.type === 'Alternation';
    return element.alternatives.every((one) => isPlain(one.elements, isOnce && first, isOnce && last));
  });
}

/** The texts in which a pattern matches. @throws for a language that is not regular, or too large */
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

/** Compares two patterns of ECMA-262; null where they cannot be compared. */
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

/** Whether surely no text fits both patterns. */
export function arePatternsApart(one: string, other: string): boolean {
  try {
    return isDisjointWith(textsOf(one), textsOf(other));
  } catch {
    return false;
  }
}
