/** Reads a built site without a browser. */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isExternal, placeOf } from '../markdown/place.ts';

/** The HTML files of a site by path. */
export async function readSite(folder: string): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  for await (const path of glob('**/*.html', { cwd: folder })) {
    pages.set(path, await readFile(join(folder, path), 'utf8'));
  }
  return pages;
}

/** The targets of a page's links and scripts. */
function targetsOf(html: string): readonly string[] {
  return [...html.matchAll(/ (?:href|src|action)="([^"]*)"/g)].map(([, target = '']) =>
    target.replaceAll('&amp;', '&').replaceAll('&#39;', "'"),
  );
}

/** Whether a page has an anchor. Those of operations are created by Scalar. */
function hasPlace(html: string, anchor: string): boolean {
  return (
    anchor === '' ||
    html.includes(`id="${anchor}"`) ||
    (html.includes('id="reference"') && /^(tag\/[^/]+\/)?[A-Z]+\//.test(anchor))
  );
}

/** The dead links of a page within the site. */
export function deadLinks(
  path: string,
  pages: ReadonlyMap<string, string>,
  files: ReadonlySet<string>,
  base: string,
): readonly string[] {
  return targetsOf(pages.get(path) ?? '').filter((target) => {
    if (isExternal(target)) return !/^(?:https?|data|mailto):/.test(target);
    if (target.startsWith('/') && !target.startsWith(base)) return true;
    const [file = '', ...anchor] = (target.startsWith(base) ? target.slice(base.length) : target).split(/(?=#)/);
    const named = target.startsWith(base) && (file === '' || file.endsWith('/')) ? `${file}index.html` : file;
    const place = placeOf(`${named}${anchor.join('')}`, target.startsWith(base) ? '' : path);
    return (
      !files.has(place.path) || (place.path.endsWith('.html') && !hasPlace(pages.get(place.path) ?? '', place.anchor))
    );
  });
}
