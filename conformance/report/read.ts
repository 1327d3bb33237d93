/** Reads a report that was written as JSON. */
import { readFile } from 'node:fs/promises';
import { messageOf, UsageError } from '@wallet-services/kit/errors';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject } from '../model/values/json.ts';
import type { RunReport } from '../run/report.ts';
import { REPORT_VERSION } from './json.ts';

/** The location of the JSON Schema of the report. */
const schemaFile = new URL('./schema.json', import.meta.url);

/** The suite itself writes the days and times of a report, so their formats need no second check. */
const unchecked = { 'date-time': true, date: true } as const;

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${name} is not JSON (${messageOf(error).split('\n')[0]}); write a report with --json FILE`);
  }
}

/**
 * Reads a report, and validates it.
 *
 * @throws UsageError when the file cannot be read, or is no report of this version.
 */
export async function readReport(path: string): Promise<RunReport> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`the report ${path} cannot be read (${error.code}); write one with --json FILE`);
  });
  const data = parsed(text, path);
  if (isObject(data) && typeof data['version'] === 'number' && data['version'] !== REPORT_VERSION) {
    throw new UsageError(
      `${path} is a report of version ${data['version']}, not ${REPORT_VERSION}; write it again with this version`,
    );
  }
  const validate = new Ajv2020({ formats: unchecked }).compile<RunReport>(
    JSON.parse(await readFile(schemaFile, 'utf8')),
  );
  if (validate(data)) return data;
  const [error] = validate.errors ?? [];
  const place = error === undefined || error.instancePath === '' ? '' : ` at ${error.instancePath}`;
  throw new UsageError(`${path} is not a report${place}: it ${error?.message}; write one with --json FILE`);
}
