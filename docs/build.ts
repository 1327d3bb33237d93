/** Builds the site: reads everything there is, makes the pages, writes the folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { htmlReport, type MatrixRow, type RunReport, readMatrix } from '@wallet-services/conformance';
import { operationsOf } from '@wallet-services/generators/document';
import { parseMarkdown } from './markdown/markdown.ts';
import { relativeLink } from './markdown/place.ts';
import { choicesPage } from './pages/choices.ts';
import { conformancePage, REPORT } from './pages/conformance.ts';
import { coveragePage } from './pages/coverage.ts';
import { faultsPage, serviceFaultsPage } from './pages/faults.ts';
import { type Flows, flowsPage } from './pages/flows.ts';
import { filePage, guidePageOf, guidesIndex } from './pages/guides.ts';
import { document } from './pages/layout.ts';
import type { Page } from './pages/page.ts';
import { protobufIndex, protobufPage } from './pages/protobuf.ts';
import { documentScript, documentWithRules, referencePage, SCALAR } from './pages/reference.ts';
import { rulesPage } from './pages/rules.ts';
import { searchPage } from './pages/search.ts';
import { type Sources, servicePaths } from './pages/service.ts';
import { startPage } from './pages/start.ts';
import { type ChartOf, readCharts } from './pictures/charts.ts';
import { readChoices } from './read/choices.ts';
import { readContract, type ServiceContract } from './read/contract.ts';
import { CROSSCHECK } from './read/faults.ts';
import { readLifetimes, readSignIns } from './read/flows.ts';
import { type Library, readGuides, siteOf } from './read/guides.ts';
import { type ProtoPackage, readProtobuf } from './read/protobuf.ts';
import { reportOf, type Terminal, toldBy } from './read/report.ts';
import { root, textIfThere } from './read/repository.ts';
import { readStories } from './read/stories.ts';
import { SEARCH_FILES, searchIndex } from './search/build.ts';
import { type SiteFile, writeFolder } from './write/folder.ts';

export interface BuildOptions {
  /** Absolute. */
  readonly folder: string;
  /** File of a report; undefined: the suite is run. */
  readonly report: string | undefined;
  readonly signal: AbortSignal;
  /** Where progress is shown. */
  readonly terminal: Terminal;
}

export interface Built {
  readonly pages: number;
  /** What the site lacks, a sentence each. */
  readonly notes: readonly string[];
}

/** Everything that pages are made from. */
interface Material {
  readonly services: readonly ServiceContract[];
  readonly packages: ReadonlyMap<string, ProtoPackage>;
  readonly library: Library;
  readonly report: RunReport;
  readonly reportFrom: string;
  readonly sources: Sources;
  readonly matrix: readonly MatrixRow[];
  readonly crosscheck: string | null;
  readonly flows: Flows;
  readonly charts: readonly ChartOf[];
}

/**
 * Builds the site. The folder is replaced: `checkFolder` says whether it may be.
 *
 * @throws UsageError when the report cannot be used, or the folder not be written; Failure when something else is in the way
 */
export async function buildSite({ folder, report, signal, terminal }: BuildOptions): Promise<Built> {
  const material = await gather(() => reportOf({ report, signal, terminal }), report);
  const pages = pagesOf(material);
  const files = new Map<string, SiteFile>([
    ...pages.map((page): [string, SiteFile] => [page.path, document(page)]),
    ...(await assets(material, pages)),
  ]);
  signal.throwIfAborted();
  await writeFolder(folder, files);
  return { pages: pages.length + 1, notes: notesOn(material) };
}

/** Reads everything; the suite comes last, so that it does not run for nothing. */
async function gather(reportOn: () => Promise<RunReport>, reportFile: string | undefined): Promise<Material> {
  const choices = await readChoices();
  const shown = [...choices.values()].map(({ source }) => source.replace(/#.*/, ''));
  const [services, packages, library, matrix, crosscheck] = await Promise.all([
    readContract(),
    readProtobuf(),
    readGuides(shown),
    readMatrix(),
    textIfThere(CROSSCHECK.file),
  ]);
  const [charts, stories, signIns, lifetimes] = await Promise.all([
    readCharts(),
    readStories(services),
    readSignIns(services),
    readLifetimes(services),
  ]);
  const report = await reportOn();
  const sources = { told: toldBy(report), choices, faulty: matrix.filter((row) => 'faulty' in row) };
  const reportFrom = reportFile === undefined ? 'Created with these pages' : 'From a file';
  const flows = { stories, signIns, lifetimes };
  return { services, packages, library, report, reportFrom, sources, matrix, crosscheck, flows, charts };
}

function pagesOf(material: Material): readonly Page[] {
  const { services, packages, library, report, reportFrom, sources, matrix, crosscheck, flows, charts } = material;
  const fileOf = (target: string, from: string) => {
    const found = siteOf(target, 'README.md', library);
    return found === null ? null : relativeLink(from, found);
  };
  const withPackages = services.flatMap((service) => {
    const proto = packages.get(`${service.name}.v1`);
    return proto === undefined ? [] : [[service, proto] as const];
  });
  const results = crosscheck === null ? null : parseMarkdown(crosscheck, CROSSCHECK.file);
  const crosscheckLink = (target: string, from: string) => {
    const found = siteOf(target, CROSSCHECK.file, library);
    return found === null ? null : relativeLink(from, found);
  };
  return [
    startPage(services, countsOf(services)),
    searchPage(),
    ...services.map((service) => referencePage(service)),
    ...services.map((service) => rulesPage(service, sources, fileOf)),
    protobufIndex(withPackages),
    ...withPackages.map(([service, proto]) => protobufPage(service, proto)),
    guidesIndex(library),
    ...[...library.guides.values()].map((guide) => guidePageOf(guide, library, charts)),
    ...[...library.files.values()].map(filePage),
    flowsPage(flows),
    conformancePage(report, reportFrom),
    choicesPage(services, sources, matrix),
    coveragePage(services, sources.told, sources.faulty),
    faultsPage(services, matrix, results, crosscheckLink, charts),
    ...services.map((service) => serviceFaultsPage(service, matrix)),
  ];
}

function countsOf(services: readonly ServiceContract[]) {
  const ids = new Set(services.flatMap(({ questions }) => questions.map(({ id }) => id)));
  return {
    operations: services.reduce((sum, { document: each }) => sum + operationsOf(each).length, 0),
    rules: services.reduce((sum, { rules }) => sum + rules.length, 0),
    questions: ids.size,
  };
}

/** Scalar's script is the one that the server serves; it is in the repository once. */
const VENDOR = join(root, 'server', 'reference', 'vendor');
const SCALAR_FILE = join(VENDOR, 'scalar-api-reference-1.72.1.js');
const SCALAR_LICENCE = join(VENDOR, 'README.md');

async function assets({ services, sources, report }: Material, pages: readonly Page[]): Promise<[string, SiteFile][]> {
  const own = (name: string) => ({ copy: fileURLToPath(new URL(`assets/${name}`, import.meta.url)) });
  const miniSearch = new URL('../umd/index.js', import.meta.resolve('minisearch'));
  const [library, index, script] = SEARCH_FILES;
  const documents = services.flatMap((service): [string, SiteFile][] => {
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
  return [
    ...documents,
    [REPORT, htmlReport(report)],
    ['assets/style.css', own('style.css')],
    [SCALAR.script, { copy: SCALAR_FILE }],
    [SCALAR.start, own('reference.js')],
    [library, { copy: fileURLToPath(miniSearch) }],
    [index, searchIndex(pages.flatMap(({ entries = [] }) => entries))],
    [script, own('search.js')],
    ['assets/licences.txt', await licences(miniSearch)],
  ];
}

/** What the site carries of others, with their licences. */
async function licences(miniSearch: URL): Promise<string> {
  const texts = await Promise.all([
    readFile(SCALAR_LICENCE, 'utf8'),
    readFile(new URL('../../LICENSE.txt', miniSearch), 'utf8'),
  ]);
  return `assets/scalar.js\n\n${texts[0]}\n\nassets/minisearch.js is MiniSearch\n\n${texts[1]}`;
}

function notesOn({ report, crosscheck }: Material): readonly string[] {
  return [
    ...(report.outcome === 'conformant' ? [] : [`the report on the reference server says: ${report.outcome}`]),
    ...(crosscheck === null
      ? [`there are no results of the crosscheck yet; create them with ${CROSSCHECK.command}`]
      : []),
  ];
}
