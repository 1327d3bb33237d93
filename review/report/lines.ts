/** Finds the lines of pointers in the source documents. */

import { FILES } from '@wallet-services/kit/document';
import type { Contract } from '../contract/contract.ts';
import { segmentsOf } from '../json.ts';
import { lineInJson } from './json-lines.ts';
import { lineInYaml } from './yaml-lines.ts';

/** A place in a file. */
export interface Location {
  readonly file: string;
  /** Line number from 1. */
  readonly line: number;
}

function lineIn(text: string, way: readonly string[]): number | null {
  if (!/^\s*(\[|\{\s*["}])/.test(text)) return lineInYaml(text, way);
  try {
    return lineInJson(text, way);
  } catch {
    // YAML has braces, too.
    return lineInYaml(text, way);
  }
}

/**
 * Finds the places of pointers in the documents of a contract.
 *
 * @returns null for values that are in no file, for example in an upgraded document
 */
export function locator({ texts }: Contract): (service: string, pointer: string | null) => Location | null {
  return (service, pointer) => {
    const files = texts?.get(service);
    if (files === undefined || pointer === null) return null;
    const segments = segmentsOf(pointer);
    const isElsewhere = segments[0] === FILES && segments[1] !== undefined;
    const [file] = isElsewhere ? [segments[1] ?? ''] : [...files.keys()];
    const text = file === undefined ? undefined : files.get(file);
    if (file === undefined || text === undefined) return null;
    const way = isElsewhere ? segments.slice(2) : segments;
    const line = lineIn(text, way);
    return line === null ? null : { file, line };
  };
}
