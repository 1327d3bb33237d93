/** Measures the type-checking of a project that uses all five services, compared with an empty one. */
import { installedProject } from '@wallet-services/scripts/project';

const ROUNDS = 3;

/** Makes a program print its CPU time at the end, which depends little on the load of the machine. */
const TELL_CPU = 'data:text/javascript,process.on("exit",()=>console.log(JSON.stringify(process.cpuUsage())))';

/** CPU time in seconds, medians of several rounds. */
export interface TypeCheckTimes {
  readonly empty: number;
  readonly all: number;
}

/** Packs and installs the packages in an empty project, and compiles it. */
export async function typeCheckTimes(): Promise<TypeCheckTimes> {
  const project = await installedProject();
  try {
    await project.copy(new URL(import.meta.resolve('@wallet-services/scripts/consumer/clients.ts')), 'all.ts');
    await project.write('empty.ts', 'export {};\n');
    for (const name of ['empty', 'all']) {
      const compilerOptions = { target: 'es2022', module: 'nodenext', strict: true, skipLibCheck: true, noEmit: true };
      await project.write(`${name}.json`, JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
    }
    const time = async (name: string) => {
      const output = await project.node(
        '--import',
        TELL_CPU,
        'node_modules/typescript-6.0/bin/tsc',
        '-p',
        `${name}.json`,
      );
      const { user, system }: NodeJS.CpuUsage = JSON.parse(output);
      return (user + system) / 1e6;
    };
    const times: { empty: number; all: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      times.push({ empty: await time('empty'), all: await time('all') });
      process.stderr.write(`type-checking: round ${round + 1} of ${ROUNDS}\n`);
    }
    return { empty: median(times.map(({ empty }) => empty)), all: median(times.map(({ all }) => all)) };
  } finally {
    await project.remove();
  }
}

/** The median of an odd number of values. */
function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
