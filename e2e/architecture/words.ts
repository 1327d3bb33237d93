/** Words that identifiers, files and folders must not use, each with its replacement. */
const replaced: Readonly<Record<string, string>> = {
  talk: 'ctx',
  told: 'reported',
  tell: 'report',
  tells: 'reports',
  say: 'report',
  says: 'reports',
  said: 'reported',
  saying: 'reporting',
  ask: 'send',
  asks: 'sends',
  asked: 'requested',
  asking: 'sending',
  scene: 'suite',
  twin: 'variant',
  twins: 'variants',
  teeth: 'mutants',
  culprit: 'root cause',
  fate: 'outcome',
  house: 'architecture',
  stock: 'population',
  stocked: 'populated',
  batteries: 'robustness',
  fairness: 'admission',
  memoized: 'once',
};

/** Pattern of a declared name in TypeScript: a variable, function, class, type or member. */
const DECLARED =
  /\b(?:const|let|function\*?|class|interface|enum|readonly|type(?=\s+\w+\s*[=<]))\s+#?([A-Za-z_$][\w$]*)/g;

/** The lower-case words of a name in camelCase, snake_case or kebab-case. */
function wordsOf(name: string): readonly string[] {
  return name.split(/(?=[A-Z])|[^A-Za-z]/).map((word) => word.toLowerCase());
}

function problemsOf(name: string): readonly string[] {
  return wordsOf(name)
    .filter((word) => Object.hasOwn(replaced, word))
    .map((word) => `${name}: use ${replaced[word]} instead of ${word}`);
}

/** Replaced words in the names that a file declares, and in its path. @returns a sentence for each */
export function replacedWords(path: string, text: string): readonly string[] {
  const names = [path, ...[...text.matchAll(DECLARED)].flatMap(([, name = '']) => name)];
  return names.flatMap(problemsOf);
}
