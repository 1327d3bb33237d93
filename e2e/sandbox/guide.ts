/** The snippets of the guide, in order. */
import { readFileSync } from 'node:fs';

const GUIDE = new URL('../../docs/guides/test-with-the-sandbox.md', import.meta.url);

/** @param language language of the code block, such as `sh` */
export function guideSnippets(language: string): readonly string[] {
  const guide = readFileSync(GUIDE, 'utf8');
  return [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code);
}
