/** Singulars of English nouns, as paths and members name the things of a list. */

/** Nouns that end in `s` in the singular, too. */
const ENDING_IN_S = [
  'alias',
  'analysis',
  'atlas',
  'bias',
  'bonus',
  'bus',
  'campus',
  'canvas',
  'census',
  'corpus',
  'crisis',
  'diagnosis',
  'gas',
  'lens',
  'news',
  'series',
  'species',
  'status',
  'synopsis',
  'thesis',
  'virus',
];

const IRREGULAR: Readonly<Record<string, string>> = {
  appendices: 'appendix',
  children: 'child',
  indices: 'index',
  matrices: 'matrix',
  people: 'person',
  vertices: 'vertex',
};

/** Nouns in `ie`, other than those of three letters such as `tie`. */
const ENDING_IN_IE = /(calorie|cookie|movie|selfie|zombie)s$/;

/** A name with a noun in place of its plural at the end; a short noun is often a part of another one. */
function withNoun(name: string, plural: string, noun: string): string | undefined {
  if (name === plural) return noun;
  return noun.length > 3 && name.endsWith(plural) ? `${name.slice(0, -plural.length)}${noun}` : undefined;
}

/**
 * The singular of a noun in small letters, or of a compound that ends with one.
 *
 * @example
 * singularOf('orderstatuses') // 'orderstatus'
 */
export function singularOf(name: string): string {
  for (const noun of ENDING_IN_S) {
    const plural = noun.endsWith('is') ? noun.replace(/is$/, 'es') : `${noun}es`;
    const found = withNoun(name, noun, noun) ?? withNoun(name, plural, noun);
    if (found !== undefined) return found;
  }
  for (const [plural, noun] of Object.entries(IRREGULAR)) {
    const found = withNoun(name, plural, noun);
    if (found !== undefined) return found;
  }
  if (/^.ies$/.test(name) || ENDING_IN_IE.test(name)) return name.slice(0, -1);
  return name
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/([^s])s$/, '$1');
}
