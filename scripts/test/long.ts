/**
 * What `npm test` leaves to `npm test -- --all`, and why it is long: patterns of test files, from the root. It tries the
 * suite itself, as a whole or on one faulty, correct or hostile server after the other, pages in a browser, things of other
 * projects, or programs, one after the other. The folder that such a test belongs to has others, which stay. Tests that
 * repeat one question with other random values do it less often where `TEST_SHORT` is set.
 */
export const long: Readonly<Record<string, string>> = {
  '{checks/*/mutants,conformance/mutation/{derived/derived,extremes,root-cause}}.test.ts': 'each faulty server',
  'conformance/report/merge.test.ts': 'the whole suite on servers that fail',
  'checks/*/variants.test.ts': 'each correct server that makes other choices',
  '{server/processes,server/robustness/chaos,conformance/hostile,conformance/run/preflight/hostile,checks/{busy,troubled,processes}}.test.ts':
    'servers in use, hostile servers and documents, several processes',
  'conformance/examples/cinema/cinema.test.ts': 'each faulty server of an API from another domain',
  '{docs/site,server/console/console,server/reference/reference}.test.ts': 'every page in a browser',
  'e2e/guides/**': 'copies of the repository, generated and type-checked anew',
  'e2e/{generators,arazzo,runtime/elsewhere}/**': 'generators, tools and runtimes from other projects',
  '{scripts/start,mock/conformance,e2e/sandbox/suite,checks/reference-again}.test.ts':
    'the whole suite: as npm start runs it, on mocks, in worlds, repeatedly',
  'e2e/sandbox/parallel.test.ts': 'fifty test files in parallel, each in its own world',
  'conformance/propose/rediscover.test.ts': 'what is proposed for each service, and tried on it',
  'server/{swap,vault,comment,assistant}/load.test.ts': 'services under load',
  'review/cases.test.ts': 'each kind of change that the review distinguishes',
  '{server/cli,mock/{cli,prism-cli,proxy/cli,proxy/live/recording},docs/cli,review/cli,client-conformance/main}.test.ts':
    'commands, started as users do',
  'e2e/runtime/engines.test.ts': 'every operation, compared on both engines',
  '{docs/commands,e2e/client/readme,e2e/sandbox/guide-elsewhere,server/readme}.test.ts':
    'each command and program in the Markdown',
  'scripts/{release,packages/packages,repository/actions}.test.ts':
    'a release and the actions, installed and used in empty folders',
};
