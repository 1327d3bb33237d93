/** Test helpers: a mock of a document that the test defines. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommonOptions, type Mock, startMock } from '../start.ts';

/** A mock of one document. */
export interface DocumentMock extends AsyncDisposable {
  readonly mock: Mock<string>;
  /** Its base address. */
  readonly url: string;
  readonly folder: string;
}

/** A document of OpenAPI 3.1 with these paths. */
export function documentOf(paths: object, more: object = {}): object {
  return { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths, ...more };
}

/** Creates a folder with files by name; values other than text are written as JSON. */
export async function folderOf(files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'document-'));
  await Promise.all(
    Object.entries(files).map(([name, content]) =>
      writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content)),
    ),
  );
  return folder;
}

/** Starts the mock of `api.yaml` among some files. */
export async function mockOf(
  files: Readonly<Record<string, unknown>>,
  options: CommonOptions = {},
): Promise<DocumentMock> {
  const folder = await folderOf(files);
  const [first = ''] = Object.keys(files);
  try {
    const mock = await startMock({ port: 0, ...options, document: join(folder, first) });
    const [url = ''] = Object.values(mock.urls);
    return {
      mock,
      url,
      folder,
      [Symbol.asyncDispose]: async () => {
        await mock.close();
        await rm(folder, { recursive: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}
