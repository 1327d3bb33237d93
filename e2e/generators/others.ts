/** The generators that are slow to run or to install, which only `node e2e/generators/all.ts` tests. */
import type { Language, Tool } from './tools.ts';

/** openapi-generator for a language, with the command of the page. */
function openApiGenerator(language: Language, generator: string, flags: string, libraries: readonly string[]): Tool {
  const name = `openapi-generator-${language}`;
  const command = `openapi-generator generate -g ${generator} -i DOCUMENT -o OUT${flags === '' ? '' : ` ${flags}`}`;
  const packages = ['org.openapitools:openapi-generator-cli:7.25.0'];
  return { name, from: 'maven', language, home: name, packages, libraries, command, out: 'SERVICE' };
}

const JACKSON = '2.19.2';

export const others: readonly Tool[] = [
  openApiGenerator(
    'java',
    'java',
    '--library native --invoker-package SERVICE --api-package SERVICE.api --model-package SERVICE.model',
    [
      `com.fasterxml.jackson.core:jackson-databind:${JACKSON}`,
      `com.fasterxml.jackson.datatype:jackson-datatype-jsr310:${JACKSON}`,
      'org.openapitools:jackson-databind-nullable:0.2.6',
      'com.google.code.findbugs:jsr305:3.0.2',
      'jakarta.annotation:jakarta.annotation-api:1.3.5',
    ],
  ),
  openApiGenerator(
    'kotlin',
    'kotlin',
    '--library jvm-okhttp4 --additional-properties=serializationLibrary=jackson,packageName=SERVICE',
    [
      'org.jetbrains.kotlin:kotlin-compiler-embeddable:2.2.20',
      `com.fasterxml.jackson.module:jackson-module-kotlin:${JACKSON}`,
      `com.fasterxml.jackson.datatype:jackson-datatype-jsr310:${JACKSON}`,
      'com.squareup.okhttp3:okhttp:4.12.0',
    ],
  ),
  openApiGenerator('rust', 'rust', '--additional-properties=packageName=SERVICE', []),
  openApiGenerator('go', 'go', '--additional-properties=packageName=SERVICE,withGoMod=false', []),
  openApiGenerator('python', 'python', '--additional-properties=packageName=SERVICE', [
    'urllib3==2.7.0',
    'python-dateutil==2.9.0.post0',
    'pydantic==2.14.3',
    'typing-extensions>=4.7.1',
  ]),
  openApiGenerator('typescript', 'typescript-fetch', '', []),
  {
    name: 'orval',
    from: 'npm',
    home: 'orval',
    packages: ['orval@7.10.0', 'axios@1.7.9'],
    command: 'orval --input DOCUMENT --output OUT --client axios-functions',
    out: 'SERVICE.ts',
  },
  {
    name: 'kubb',
    from: 'npm',
    home: 'kubb',
    packages: [
      ...['cli', 'core', 'plugin-oas', 'plugin-ts', 'plugin-client'].map((part) => `@kubb/${part}@3.18.3`),
      'axios@1.7.9',
    ],
    command: 'kubb generate --config SERVICE.config.js',
    out: 'SERVICE',
  },
  {
    name: 'swagger-typescript-api',
    from: 'npm',
    home: 'swagger-typescript-api',
    packages: ['swagger-typescript-api@13.13.0'],
    command: 'swagger-typescript-api generate -p DOCUMENT -o . -n SERVICE.ts',
    out: 'SERVICE.ts',
  },
  {
    name: 'ogen',
    from: 'go',
    home: 'ogen',
    packages: ['github.com/ogen-go/ogen/cmd/ogen@v1.18.0'],
    libraries: ['github.com/ogen-go/ogen v1.18.0'],
    command: 'ogen --target OUT --package SERVICE --clean DOCUMENT',
    out: 'SERVICE',
  },
];
