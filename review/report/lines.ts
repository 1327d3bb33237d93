/** Finds the lines of the source documents at which pointers lead. */

import { FILES } from '@wallet-services/kit/document';
import type { Contract } from '../contract/contract.ts';
import { segmentsOf } from '../json.ts';
import { lineInJson } from './json-lines.ts';
import { lineInYaml } from './yaml-lines.ts';

/** A place in a file. */
export interface Location {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

/**
 * Finds the places of pointers in the documents of a contract.
 *
 * @returns null for values that are in no file, as in a document that was upgraded
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
    const line = /^\s*[{[]/.test(text) ? lineInJson(text, way) : lineInYaml(text, way);
    return line === null ? null : { file, line };
  };
}
