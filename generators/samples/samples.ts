/**
 * Calls of each operation in the languages of the clients, as an OpenAPI Overlay: a reference shows them with its
 * operations. They are not in the documents: they would enlarge all four forms of each document, and a change of a
 * client would change the contract.
 */
import { type OpenApiDocument, operationsOf, type PlacedOperation } from '../openapi/document.ts';
import { callOf, type SampleCall } from './call.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { python } from './python.ts';
import { rust } from './rust.ts';
import { typescript } from './typescript.ts';

/** A program that makes one call, as in `x-codeSamples`. */
export interface Sample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

const languages: readonly (readonly [lang: string, label: string, write: (call: SampleCall) => string])[] = [
  ['typescript', 'TypeScript', typescript],
  ['python', 'Python', python],
  ['go', 'Go', go],
  ['java', 'Java', java],
  ['rust', 'Rust', rust],
];

function samplesOf(service: string, document: OpenApiDocument, placed: PlacedOperation): readonly Sample[] {
  const call = callOf(service, document, placed);
  return languages.map(([lang, label, write]) => ({ lang, label, source: write(call) }));
}

/** An overlay that adds the samples to the document of a service. */
export function samplesOverlay(service: string, document: OpenApiDocument): object {
  const { title, version } = document.info;
  return {
    overlay: '1.0.0',
    info: { title: `${title}: calls in the languages of the clients`, version },
    actions: operationsOf(document).map((placed) => ({
      target: `$.paths['${placed.path}'].${placed.method}`,
      update: { 'x-codeSamples': samplesOf(service, document, placed) },
    })),
  };
}
