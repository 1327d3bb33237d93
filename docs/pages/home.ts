/** The home page as front matter of VitePress: it leads each kind of reader to their pages. */
import { stringify } from 'yaml';
import { SITE } from './layout.ts';

/** The counts of the site's content. */
export interface Counts {
  readonly operations: number;
  readonly rules: number;
}

const readers = [
  {
    title: 'Mock it, test against it',
    details:
      'A mock with good and bad responses by name; a sandbox with demo users, a clock, faults and isolated worlds.',
    link: '/start/mock',
  },
  {
    title: 'Check or build a server',
    details:
      'A suite that checks a server in any language, and reports how to repeat each failure. Stubs for TypeScript.',
    link: '/start/build',
  },
  {
    title: 'Write a client',
    details: 'Typed clients with sign-in, paging and exact decimals, in five languages; documents for your generator.',
    link: '/start/client',
  },
  {
    title: 'Review or change it',
    details: 'One report of everything that a change breaks, for whom: HTTP, protobuf and behaviour.',
    link: '/start/change',
  },
];

/** Creates the page. */
export function homePage({ operations, rules }: Counts): string {
  const front = {
    layout: 'home',
    title: SITE,
    titleTemplate: false,
    hero: {
      name: SITE,
      text: 'One contract, every side of it',
      tagline: `Lending, comment, swap, vault and assistant: ${operations} operations and ${rules} rules of behaviour, written once. What do you want to do?`,
      actions: [
        { theme: 'brand', text: 'Operations and rules', link: '/services' },
        { theme: 'alt', text: 'Check your own API', link: '/guides/check-your-own-api' },
      ],
    },
    features: readers.map((reader) => ({ ...reader, linkText: 'Get started' })),
  };
  return `---\n${stringify(front)}---\n`;
}
