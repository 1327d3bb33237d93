/** The folders for mutation testing, each with the tests that must detect the mutants. */

export interface MutatedFolder {
  /** Patterns of its source files, from the root; tests and test helpers are excluded from all. */
  readonly sources: readonly string[];
  /** Patterns of the tests that must detect the mutants. */
  readonly tests: readonly string[];
  /** Excluded patterns, with the reason. */
  readonly except?: Readonly<Record<string, string>>;
  /** Other folders and files that its tests read. */
  readonly reads?: readonly string[];
  /** Smallest allowed score, in per cent of the mutants. */
  readonly least: number;
}

const PROGRAMS = 'starts programs, in which no mutant is active';

/** A part of the suite. The parts below have few tests of their own: the tests of the families cover them. */
function engine(part: string): MutatedFolder {
  return {
    sources: [`conformance/${part}/**/*.ts`],
    tests: ['conformance/{core,discovery,families,report}/**/*.test.ts'],
    except: { 'conformance/report/sick.test.ts': 'runs the whole suite' },
    reads: ['conformance', 'checks', 'generated'],
    least: 88,
  };
}

export const mutatedFolders: Readonly<Record<string, MutatedFolder>> = {
  kit: { sources: ['kit/**/*.ts'], tests: ['kit/**/*.test.ts'], least: 92 },
  expressions: {
    sources: ['expressions/**/*.ts'],
    tests: ['expressions/**/*.test.ts'],
    reads: ['generated'],
    least: 92,
  },
  generators: {
    sources: ['generators/**/*.ts'],
    tests: ['generators/**/*.test.ts'],
    except: {
      'generators/generate.ts': 'runs as a program of its own: generate.test.ts compares all that it writes',
      'generators/generate.test.ts': PROGRAMS,
      'generators/bench/**': 'measures',
    },
    reads: ['generated', 'spec', 'buf.yaml'],
    least: 88,
  },
  runtime: { sources: ['runtime/**/*.ts'], tests: ['runtime/**/*.test.ts'], reads: ['generated'], least: 92 },
  client: { sources: ['client/**/*.ts'], tests: ['client/**/*.test.ts'], reads: ['generated'], least: 92 },
  review: {
    sources: ['review/**/*.ts'],
    tests: ['review/**/*.test.ts'],
    except: { 'review/cli.test.ts': PROGRAMS, 'review/cli.ts': 'runs as a program of its own: cli.test.ts' },
    reads: ['generated', 'spec'],
    least: 88,
  },
  'conformance/core': engine('core'),
  'conformance/discovery': engine('discovery'),
  'conformance/families': engine('families'),
  'conformance/report': engine('report'),
};
