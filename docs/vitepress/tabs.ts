/** Tabs for languages: blocks of code of different clients, with nothing between them, become one with tabs. */

/** The languages of the clients, by the name that their blocks have. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ts: 'TypeScript',
  python: 'Python',
  go: 'Go',
  java: 'Java',
  rust: 'Rust',
};

const names = Object.keys(LANGUAGES).join('|');
const run = new RegExp(`^(?:\`\`\`(?:${names})\\n(?:(?!\`\`\`).*\\n)*\`\`\`\\n\\n?){2,}`, 'gm');
const opening = new RegExp(`^\`\`\`(${names})$`, 'gm');

/** Markdown in which such blocks have tabs. */
export function withTabs(markdown: string): string {
  return markdown.replaceAll(run, (blocks) => {
    const used = [...blocks.matchAll(opening)].map(([, name]) => name);
    if (new Set(used).size < used.length) return blocks;
    const titled = blocks.replaceAll(opening, (line, name: string) => `${line} [${LANGUAGES[name]}]`);
    return `::: code-group\n\n${titled.trimEnd()}\n\n:::\n\n`;
  });
}
