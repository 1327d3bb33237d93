/** Tabs for languages: adjacent code blocks for different clients become one block with tabs. */

/** The languages of the clients by the language of their blocks. */
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

/** Adds tabs to such blocks of a Markdown text. */
export function withTabs(markdown: string): string {
  return markdown.replaceAll(run, (blocks) => {
    const used = [...blocks.matchAll(opening)].map(([, name]) => name);
    if (new Set(used).size < used.length) return blocks;
    const titled = blocks.replaceAll(opening, (line, name: string) => `${line} [${LANGUAGES[name]}]`);
    return `::: code-group\n\n${titled.trimEnd()}\n\n:::\n\n`;
  });
}
