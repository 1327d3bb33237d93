/** Builds the site: reads all sources, creates the pages, writes the folder. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { htmlReport, type RunReport, type TestServerRow, testServerRows } from '@wallet-services/conformance';
import { serviceNames } from '@wallet-services/contract/services';
import { readRegister } from '@wallet-services/generators/clauses';
import { operationsOf } from '@wallet-services/generators/document';
import { BAR_STYLE, PAGE_ICON } from '@wallet-services/kit/page';
import { relativeLink } from './markdown/place.ts';
import { choicesPage } from './pages/choices.ts';
import { conformancePage, REPORT } from './pages/conformance.ts';
import { coveragePage } from './pages/coverage.ts';
import { faultsPage, serviceFaultsPage } from './pages/faults.ts';
import { filePage } from './pages/files.ts';
import { type Flows, flowsPage } from './pages/flows.ts';
import { homePage } from './pages/home.ts';
import { document, SITE } from './pages/layout.ts';
import type { Page } from './pages/page.ts';
import { protobufIndex, protobufPage } from './pages/protobuf.ts';
import { documentScript, documentWithRules, referencePage, SCALAR } from './pages/reference.ts';
import { rulesPage } from './pages/rules.ts';
import { type Sources, servicePaths } from './pages/service.ts';
import { servicesPage } from './pages/services.ts';
import { statementsPages } from './pages/statements.ts';
import { type ChartOf, readCharts } from './pictures/charts.ts';
import { readChoices } from './read/choices.ts';
import { readContract, type ServiceContract } from './read/contract.ts';
import { CROSSCHECK } from './read/faults.ts';
import { readLifetimes, readSignIns } from './read/flows.ts';
import { type Library, readGuides, siteOf } from './read/guides.ts';
import { type ProtoPackage, readProtobuf } from './read/protobuf.ts';
import { reportedBy, reportOf, type Terminal } from './read/report.ts';
import { root, textIfThere, textOf } from './read/repository.ts';
import { readStories } from './read/stories.ts';
import { STAGE, type StaticFile, stage } from './stage.ts';
import { replaceFolder } from './write/folder.ts';

export interface BuildOptions {
  /** Absolute path. */
  readonly folder: string;
  /** Base path at which it will be served: `/`, or `/repository/`. */
  readonly base: string;
  /** File of a report; undefined to run the suite. */
  readonly report: string | undefined;
  readonly signal: AbortSignal;
  /** Where progress is shown. */
  readonly terminal: Terminal;
}

export interface Built {
  readonly pages: number;
  /** Missing parts of the site, a sentence for each. */
  readonly notes: readonly string[];
}

/** The sources of the pages. */
interface Material {
  readonly services: readonly ServiceContract[];
  readonly packages: ReadonlyMap<string, ProtoPackage>;
  readonly library: Library;
  readonly report: RunReport;
  readonly reportFrom: string;
  readonly sources: Sources;
  readonly servers: readonly TestServerRow[];
  readonly crosscheck: string | null;
  readonly flows: Flows;
  readonly charts: readonly ChartOf[];
}

/**
 * Builds the site and replaces the folder: `checkFolder` decides whether it may be replaced.
 *
 * @throws UsageError when the report cannot be used, or the folder cannot be written; Failure when something else
 *   prevents it
 */
export async function buildSite({ folder, base, report, signal, terminal }: BuildOptions): Promise<Built> {
  const material = await gather(() => reportOf({ report, signal, terminal }), report);
  const { version } = JSON.parse(await textOf('package.json'));
  const { pages, statics } = pagesOf(material);
  const files = await assets(material, statics);
  signal.throwIfAborted();
  const { library, charts, services } = material;
  await replaceFolder(folder, async (outDir) => {
    const home = homePage(countsOf(services));
    await stage({ home, library, charts, pages, statics: files, base, version, outDir });
    const { build } = await import('vitepress');
    await build(STAGE).finally(() => rm(STAGE, { recursive: true, force: true }));
    signal.throwIfAborted();
  });
  return { pages: pages.length + statics.length + library.guides.size + 1, notes: notesOn(material) };
}

/** Reads all sources; the suite comes last, so that it does not run in vain. */
async function gather(reportOn: () => Promise<RunReport>, reportFile: string | undefined): Promise<Material> {
  const choices = await readChoices();
  const shown = [...choices.values()].map(({ source }) => source.replace(/#.*/, ''));
  const [services, packages, library, servers, crosscheck] = await Promise.all([
    readContract(),
    readProtobuf(),
    readGuides([...shown, 'README.md', CROSSCHECK.file]),
    testServerRows(),
    textIfThere(CROSSCHECK.file),
  ]);
  const [charts, stories, signIns, lifetimes] = await Promise.all([
    readCharts(),
    readStories(services),
    readSignIns(services),
    readLifetimes(services),
  ]);
  const report = await reportOn();
  const register = await readRegister(join(root, 'spec', 'clauses'));
  const clauses = new Map(register?.clauses.map((clause) => [clause.id, clause]));
  const sources = { reported: reportedBy(report), choices, clauses, faulty: servers.filter((row) => 'faulty' in row) };
  const reportFrom = reportFile === undefined ? 'Created with these pages' : 'From a file';
  const flows = { stories, signIns, lifetimes };
  return { services, packages, library, report, reportFrom, sources, servers, crosscheck, flows, charts };
}

/** The generated pages: those of the site, and static ones next to it. */
function pagesOf(material: Material): { readonly pages: readonly Page[]; readonly statics: readonly Page[] } {
  const { services, packages, library, report, reportFrom, sources, servers, crosscheck, flows } = material;
  const fileOf = (target: string, from: string) => {
    const found = siteOf(target, 'README.md', library);
    return found === null ? null : relativeLink(from, found);
  };
  const withPackages = services.flatMap((service) => {
    const proto = packages.get(`${service.name}.v1`);
    return proto === undefined ? [] : [[service, proto] as const];
  });
  const pages = [
    servicesPage(services, countsOf(services)),
    ...services.map((service) => rulesPage(service, sources, fileOf)),
    protobufIndex(withPackages),
    ...withPackages.map(([service, proto]) => protobufPage(service, proto)),
    flowsPage(flows),
    conformancePage(report, reportFrom),
    ...statementsPages(services, sources),
    choicesPage(services, sources, servers),
    coveragePage(services, sources.reported, sources.faulty),
    faultsPage(services, servers, crosscheck !== null),
    ...services.map((service) => serviceFaultsPage(service, servers)),
  ];
  const statics = [
    ...services.map((service) => referencePage(service)),
    ...[...library.files.values()].filter(({ path }) => !isPicture(path)).map(filePage),
  ];
  return { pages, statics };
}

function isPicture(path: string): boolean {
  return path.endsWith('.svg');
}

function countsOf(services: readonly ServiceContract[]) {
  const ids = new Set(services.flatMap(({ questions }) => questions.map(({ id }) => id)));
  return {
    operations: services.reduce((sum, { document: each }) => sum + operationsOf(each).length, 0),
    rules: services.reduce((sum, { rules }) => sum + rules.length, 0),
    questions: ids.size,
  };
}

/** The folder of Scalar's script, which the server serves as well; the repository has it once. */
const VENDOR = join(root, 'server', 'reference', 'vendor');
const SCALAR_FILE = join(VENDOR, 'scalar-api-reference-1.72.1.js');
const SCALAR_LICENCE = join(VENDOR, 'README.md');

/** The static files, by path. */
async function assets(
  { services, sources, report, library }: Material,
  statics: readonly Page[],
): Promise<ReadonlyMap<string, StaticFile>> {
  const own = (name: string) => ({ copy: fileURLToPath(new URL(`assets/${name}`, import.meta.url)) });
  const documents = services.flatMap((service): [string, StaticFile][] => {
    const { name, files } = service;
    const { json, yaml, proto } = servicePaths(name);
    const shown = JSON.stringify(documentWithRules(service, sources));
    return [
      [json, files['openapi.json']],
      [yaml, files['openapi.yaml']],
      [proto, files['service.proto']],
      [documentScript(name), `window.contract = ${shown};\n`],
    ];
  });
  return new Map<string, StaticFile>([
    ...statics.map((page): [string, StaticFile] => [page.path, document(page)]),
    ...documents,
    ['pictures/check.svg', { copy: join(root, 'docs/pictures/check.svg') }],
    [REPORT, htmlReport(report)],
    ['icon.svg', PAGE_ICON],
    ['assets/page.css', BAR_STYLE],
    ['llms.txt', plainIndex(library)],
    ['assets/style.css', own('style.css')],
    ['assets/parts.css', own('parts.css')],
    [SCALAR.script, { copy: SCALAR_FILE }],
    [SCALAR.start, own('reference.js')],
    ['assets/licences.txt', { copy: SCALAR_LICENCE }],
  ]);
}

/** The index of the pages for programs that read text: https://llmstxt.org/ */
function plainIndex({ guides }: Library): string {
  const lines = [...guides.values()].map(({ page, parsed }) => `- [${parsed.title}](${page})`);
  const documents = serviceNames.flatMap((name) => `- [${name}: OpenAPI 3.1](${servicePaths(name).yaml})`);
  return `# ${SITE}\n\n> One contract for five services of a wallet network.\n\n${[...documents, ...lines].join('\n')}\n`;
}

function notesOn({ report, crosscheck }: Material): readonly string[] {
  return [
    ...(report.outcome === 'conformant' ? [] : [`the report on the reference server says: ${report.outcome}`]),
    ...(crosscheck === null
      ? [`there are no results of the crosscheck yet; create them with ${CROSSCHECK.command}`]
      : []),
  ];
}
