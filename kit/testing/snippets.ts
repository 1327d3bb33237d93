/** The snippets of a README, to be run as a reader would run them. */

/** A piece of TypeScript, and the output that it documents. */
export interface Snippet {
  /** The file and the heading, such as `README.md, Lists`. */
  readonly title: string;
  readonly code: string;
  /** The lines after `// prints`, in order. */
  readonly prints: readonly string[];
}

/** The TypeScript snippets of a README, each with its heading. */
export function snippetsOf(text: string, name: string): Snippet[] {
  return text.split(/^#+ /m).flatMap((section) => {
    const [heading = ''] = section.split('\n');
    return [...section.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ''], place) => ({
      title: `${name}, ${heading}${place === 0 ? '' : ` (${place + 1})`}`,
      code,
      prints: [...code.matchAll(/\/\/ prints (.*)$/gm)].map(([, line = '']) => line),
    }));
  });
}
