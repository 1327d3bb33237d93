/**
 * The users of the packages: the packages that each installs into an empty project, and the first steps in the README.
 */

/** A step of the README, and its expected result. */
export interface Step {
  /** A command of the README, or the use of its code. */
  readonly title: string;
  readonly kind: 'command' | 'snippets' | 'compile';
  /** The expected output. */
  readonly prints?: RegExp;
}

/** A kind of user. */
export interface User {
  /** A short name, which is also used for files. */
  readonly id: string;
  readonly wants: string;
  readonly installs: readonly string[];
  /** The initial content of the folder: the packages, or nothing. */
  readonly begins: 'installed' | 'empty';
  /** The READMEs to follow, from the root of the repository. */
  readonly readmes: readonly string[];
  /** The oldest supported major version of Node.js. */
  readonly node: number;
  readonly steps: readonly Step[];
}

const snippets: Step = { title: 'the code of the README', kind: 'snippets' };

/** TypeSpec, for the library of behaviour. */
const typespec = [
  ...['compiler', 'http', 'openapi', 'openapi3'].map((name) => `@typespec/${name}@1.16.0`),
  // The emitter would accept a newer one, which requires a newer compiler.
  '@typespec/asset-emitter@0.79.2',
];

export const users: readonly User[] = [
  {
    id: 'conformance',
    wants: 'check a server, in an empty folder',
    installs: ['@wallet-services/conformance'],
    begins: 'empty',
    readmes: ['conformance/PACKAGE.md'],
    node: 22,
    steps: [
      { title: 'npx @wallet-services/conformance --help', kind: 'command', prints: /^Usage/m },
      {
        title: 'npx @wallet-services/conformance --lending http://127.0.0.1:4000/lending',
        kind: 'command',
        prints: /^CONFORMANT/m,
      },
    ],
  },
  {
    id: 'server',
    wants: 'serve with Express',
    installs: ['@wallet-services/server'],
    begins: 'installed',
    readmes: ['server/PACKAGE.md'],
    node: 22,
    steps: [snippets],
  },
  {
    id: 'mock',
    wants: 'mock the services, in an empty folder',
    installs: ['@wallet-services/mock'],
    begins: 'empty',
    readmes: ['mock/PACKAGE.md'],
    node: 24,
    steps: [{ title: 'npx @wallet-services/mock --help', kind: 'command', prints: /^Usage/m }],
  },
  {
    id: 'client',
    wants: 'call the services from TypeScript',
    installs: ['@wallet-services/client'],
    begins: 'installed',
    readmes: ['client/README.md'],
    node: 22,
    steps: [snippets],
  },
  {
    id: 'contract',
    wants: 'use the documents and the messages',
    installs: ['@wallet-services/contract'],
    begins: 'installed',
    readmes: ['generated/README.md'],
    node: 22,
    steps: [snippets],
  },
  {
    id: 'parts',
    wants: 'build on the parts',
    installs: ['@wallet-services/runtime', '@wallet-services/expressions'],
    begins: 'installed',
    readmes: ['runtime/README.md', 'expressions/README.md'],
    node: 22,
    steps: [snippets],
  },
  {
    id: 'kit',
    wants: 'write a command like these',
    installs: ['@wallet-services/kit'],
    begins: 'installed',
    readmes: ['kit/README.md'],
    node: 22,
    steps: [snippets],
  },
  {
    id: 'behaviour',
    wants: 'declare the behaviour of your own API',
    installs: ['@wallet-services/behaviour', ...typespec],
    begins: 'installed',
    readmes: ['spec/behaviour/README.md'],
    node: 22,
    steps: [{ title: 'the document of the README', kind: 'compile', prints: /"family": "paged"/ }],
  },
];
