/**
 * Patterns of test files from the root that only `npm test -- --all` runs, with the reason why they are long. They test
 * the whole suite, or the suite against many faulty, correct or hostile servers, pages in a browser, or other projects
 * and programs. The folder of each also has short tests, which always run. Tests with random values repeat them less
 * often when `TEST_SHORT` is set.
 */
export const long: Readonly<Record<string, string>> = {
  '{checks/*/mutants,conformance/mutation/{derived/derived,extremes,root-cause}}.test.ts': 'each faulty server',
  'client-conformance/clients.test.ts': 'each faulty client',
  'conformance/report/sick.test.ts': 'the whole suite on servers that fail',
  'checks/*/variants.test.ts': 'each correct server that makes other choices',
  '{server/processes,server/robustness/chaos,conformance/hostile,conformance/run/preflight/hostile,checks/{busy,troubled,processes}}.test.ts':
    'servers in use, hostile servers and documents, several processes',
  '{mock/proxy/{hostile,strict,violations},server/{http/listen,robustness/full-disk,sandbox/attack,store/trouble}}.test.ts':
    'hostile messages and slow clients, full disks and locked files',
  'conformance/{target/file.fuzz,traffic/{command,har,people}}.test.ts':
    'recordings of every service, with hostile ones; random target files',
  'conformance/{examples/cinema,families}/cinema.test.ts': 'each faulty server of an API from another domain',
  'conformance/examples/standalone/shop.test.ts': 'each faulty server of an API with declarations in short form',
  '{docs/site,server/console/console,server/reference/reference}.test.ts': 'every page in a browser',
  '{conformance/report/html/page,mock/proxy/live/{live,page},review/report/html}.test.ts': 'reports in a browser',
  'e2e/guides/**': 'copies of the repository, generated and type-checked anew',
  'e2e/{generators,arazzo,runtime/elsewhere}/**': 'generators, tools and runtimes from other projects',
  '{scripts/start,mock/conformance,e2e/sandbox/suite,checks/reference-again,conformance/cli/initial/initial}.test.ts':
    'the whole suite: as npm start runs it, on mocks, in worlds, repeatedly, with a target file of its own',
  'e2e/sandbox/parallel.test.ts': 'fifty test files in parallel, each in its own world',
  'conformance/propose/{caught,propose,rediscover}.test.ts': 'what is proposed for each service, and tried on it',
  'server/{swap,vault,comment,assistant}/load.test.ts': 'services under load',
  'review/{cases,oracle/oracle}.test.ts': 'each kind of change that the review distinguishes, and random ones',
  'spec/behaviour/test/cases.test.ts': 'each error of a declaration, compiled',
  '{server/cli,mock/{cli,prism-cli,proxy/cli,proxy/live/recording},docs/cli,review/cli,conformance/cli,client-conformance/main}.test.ts':
    'commands, started as users do',
  'e2e/runtime/{engines,handlers/handlers}.test.ts':
    'every operation on both engines, faulty handlers behind each adapter',
  '{e2e/mock/agreement,mock/{answers,own-answers}}.test.ts': 'every operation on mocks, compared with the server',
  '{docs/commands,e2e/client/readme,e2e/sandbox/guide-elsewhere,server/readme}.test.ts':
    'each command and program in the Markdown',
  'scripts/{release,packages/packages,repository/actions}.test.ts':
    'a release and the actions, installed and used in empty folders',
};
