/** Reads the contract: the documents of the services, and the ledger. */
import { readFile } from 'node:fs/promises';
import { type ServiceName, serviceNames } from '@wallet-services/contract/services';
import type { OpenApiDocument } from '@wallet-services/generators/document';
import type { OpenQuestionEntry, RuleEntry } from '@wallet-services/generators/ledger';

/** A service, as its documents describe it. */
export interface ServiceContract {
  readonly name: ServiceName;
  /** Such as `Lending`. */
  readonly title: string;
  readonly document: OpenApiDocument;
  /** An overlay with sample calls of each operation in the languages of the clients. */
  readonly samples: object;
  /** The files for download, unchanged. */
  readonly files: Readonly<Record<'openapi.json' | 'openapi.yaml' | 'service.proto', string>>;
  /** Rules of the ledger, in its order. */
  readonly rules: readonly RuleEntry[];
  /** Open questions, including those about all services. */
  readonly questions: readonly OpenQuestionEntry[];
}

async function read(path: string): Promise<string> {
  return readFile(new URL(import.meta.resolve(`@wallet-services/contract/${path}`)), 'utf8');
}

/** Reads the whole contract. */
export async function readContract(): Promise<readonly ServiceContract[]> {
  const rules: readonly RuleEntry[] = JSON.parse(await read('ledger/rules.json'));
  const questions: readonly OpenQuestionEntry[] = JSON.parse(await read('ledger/unspecified.json'));
  return Promise.all(
    serviceNames.map(async (name): Promise<ServiceContract> => {
      const json = await read(`openapi/${name}.json`);
      const document: OpenApiDocument = JSON.parse(json);
      return {
        name,
        title: document.info.title,
        document,
        samples: JSON.parse(await read(`samples/${name}.json`)),
        files: {
          'openapi.json': json,
          'openapi.yaml': await read(`openapi/${name}.yaml`),
          'service.proto': await read(`proto/${name}/v1/${name}.proto`),
        },
        rules: rules.filter(({ service }) => service === name),
        questions: questions.filter(({ service }) => service === name || service === 'all'),
      };
    }),
  );
}
