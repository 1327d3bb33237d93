/** The target of the reference server, wherever it listens. */
import { readFile } from 'node:fs/promises';
import { parseTarget } from '../target/file.ts';
import type { Target } from '../target/target.ts';

/** Where a reference server listens. */
export interface ReferenceAddresses {
  /** `http://127.0.0.1:4000` */
  readonly httpUrl: string;
  /** Of gRPC: `http://127.0.0.1:4001` */
  readonly rpcUrl: string;
}

/** The committed target file, at other addresses than the usual ones. */
export async function referenceTarget({ httpUrl, rpcUrl }: ReferenceAddresses): Promise<Target> {
  const name = 'reference.yaml';
  const yaml = await readFile(new URL(`./${name}`, import.meta.url), 'utf8');
  const here = yaml.replaceAll('http://127.0.0.1:4000', httpUrl).replaceAll('http://127.0.0.1:4001', rpcUrl);
  return parseTarget(here, name, {});
}
