/**
 * The generators that are tested at each change, with their packages and the command that a user types. The page
 * `docs/guides/generate-a-client.md` shows the same commands; `others.ts` has generators that are tested manually.
 */

/** How the generated code is compiled and called. */
export type Language = 'typescript' | 'python' | 'go' | 'java' | 'kotlin' | 'rust';

/** A generator, and how its output is used. */
export interface Tool {
  readonly name: string;
  readonly from: 'npm' | 'pip' | 'go' | 'maven';
  /** Default: the language of `from`. */
  readonly language?: Language;
  /** A separate folder below the cache, when its packages conflict with those of others. */
  readonly home?: string;
  /** Exact versions for the package manager: the tool, and the libraries that its output imports. */
  readonly packages: readonly string[];
  /** Libraries of its output from another package manager. */
  readonly libraries?: readonly string[];
  /** `DOCUMENT` is the document, `OUT` the folder or file to write, `SERVICE` the service. */
  readonly command: string;
  /** The output for a service, relative to the tool's folder. */
  readonly out: string;
}

export const tools: readonly Tool[] = [
  {
    name: 'hey-api',
    from: 'npm',
    packages: ['@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3'],
    command: 'openapi-ts -i DOCUMENT -o OUT -p @hey-api/client-fetch @hey-api/sdk @hey-api/typescript',
    out: 'SERVICE',
  },
  {
    name: 'openapi-typescript-codegen',
    from: 'npm',
    packages: ['openapi-typescript-codegen@0.31.0'],
    command: 'openapi -i DOCUMENT -o OUT --useOptions --client fetch',
    out: 'SERVICE',
  },
  {
    name: 'openapi-zod-client',
    from: 'npm',
    packages: ['openapi-zod-client@1.18.3', '@zodios/core@10.9.6', 'axios@1.21.1', 'zod@3.25.76'],
    command: 'openapi-zod-client DOCUMENT -o OUT',
    out: 'SERVICE.ts',
  },
  {
    name: 'datamodel-code-generator',
    from: 'pip',
    packages: ['datamodel-code-generator==0.89.0', 'pydantic==2.14.3', 'httpx==0.28.1'],
    command: 'datamodel-codegen --input DOCUMENT --output OUT --output-model-type pydantic_v2.BaseModel',
    out: 'SERVICE.py',
  },
  {
    name: 'openapi-python-client',
    from: 'pip',
    packages: ['openapi-python-client==0.29.1', 'ruff==0.17.6'],
    command: 'openapi-python-client generate --path DOCUMENT --output-path OUT --meta none --overwrite',
    out: 'SERVICE',
  },
  {
    name: 'oapi-codegen',
    from: 'go',
    packages: ['github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'],
    command: 'oapi-codegen -generate types,client -package SERVICE -o OUT DOCUMENT',
    out: 'SERVICE/SERVICE.gen.go',
  },
];

/** Linters in the same installation. */
export const linters = ['@stoplight/spectral-cli@6.16.3'];
