/** The paths of readers: for each goal, a sequence of pages. */

/** A page of a path: a Markdown file of the repository, or a generated page. */
export interface Stop {
  readonly title: string;
  /** Path in the repository. */
  readonly file?: string;
  /** Path on the site of a generated page. */
  readonly page?: string;
}

export interface Path {
  readonly title: string;
  readonly stops: readonly Stop[];
}

const stop = (file: string, title: string): Stop => ({ file, title });
const generated = (page: string, title: string): Stop => ({ page, title });

export const paths: readonly Path[] = [
  {
    title: 'Mock it, test against it',
    stops: [
      stop('docs/start/mock.md', 'Get started'),
      stop('mock/GUIDE.md', 'The mock'),
      stop('mock/PACKAGE.md', 'The mock in tests'),
      stop('docs/guides/which-server.md', 'Mock, sandbox or proxy'),
      stop('docs/guides/test-with-the-sandbox.md', 'Test with the sandbox'),
      stop('server/STORIES.md', 'A story for each service'),
      stop('server/README.md', 'The reference server'),
    ],
  },
  {
    title: 'Check or build a server',
    stops: [
      stop('docs/start/build.md', 'Get started'),
      stop('conformance/README.md', 'Check a server'),
      stop('docs/guides/in-ci.md', 'In CI'),
      stop('server/PACKAGE.md', 'With Express'),
      stop('docs/guides/serve-without-express.md', 'With Hono, Deno, Bun, workers'),
      stop('docs/guides/serve-rpc.md', 'RPC'),
      stop('docs/guides/serve-in-your-language.md', 'In Go, Java, Python, C#'),
      stop('docs/guides/judge-your-traffic.md', 'In production'),
      stop('mock/README.md', 'The proxy'),
    ],
  },
  {
    title: 'Write a client',
    stops: [
      stop('docs/start/client.md', 'Get started'),
      stop('client/README.md', 'TypeScript'),
      stop('clients/README.md', 'Python, Go, Java, Rust'),
      stop('docs/guides/generate-a-client.md', 'Your own generator'),
      stop('docs/guides/extensions.md', 'Extensions of the documents'),
      stop('client-conformance/README.md', 'Check a client'),
      stop('generated/README.md', 'Documents and messages'),
    ],
  },
  {
    title: 'Review or change it',
    stops: [
      stop('docs/start/change.md', 'Get started'),
      stop('review/README.md', 'Review a change'),
      stop('docs/guides/change-the-contract.md', 'Change the contract'),
      stop('docs/guides/add-an-operation.md', 'Add an operation'),
      stop('docs/guides/add-a-service.md', 'Add a service'),
      stop('docs/guides/add-a-family.md', 'Add a family'),
      stop('docs/guides/debug-a-rule.md', 'Debug a rule'),
      stop('ARCHITECTURE.md', 'How it works'),
      stop('CONTRIBUTING.md', 'Contribute'),
    ],
  },
  {
    title: 'Your own API',
    stops: [
      stop('docs/guides/check-your-own-api.md', 'Check your own API'),
      stop('spec/behaviour/README.md', 'Declare its behaviour'),
    ],
  },
  {
    title: 'Look it up',
    stops: [
      stop('docs/words.md', 'Words'),
      stop('docs/commands.md', 'Commands'),
      generated('services.html', 'Operations and rules'),
      generated('protobuf/index.html', 'Protobuf'),
      stop('generated/ledger/README.md', 'The ledger'),
      generated('conformance/statements.html', 'Statements of the documents'),
      generated('flows.html', 'Sequences and states'),
      generated('conformance/index.html', 'Evidence'),
    ],
  },
];
