import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTypeSpec } from './source.ts';

const FILES = {
  'proto/shop/v1/shop.proto': `service ShopService {
  rpc Read(ReadRequest) returns (Book);
}
message ReadRequest {
  int64 cursor = 1;
  string id = 1;
}
message Book {
  map<string, string> names = 2;
  Kind kind = 2;
}
enum Kind {
  NOVEL = 0;
  POEM = 0;
}
message Elsewhere {}
`,
  'spec/main.tsp': 'model Book { id: string }\n',
  'spec/library/rpc.tsp': 'using TypeSpec.Protobuf;\nmodel Book {\n  kind: string;\n}\n',
  'spec/shop/http.tsp': 'model Book {\n  kind: Kind;\n}\n',
  'spec/shop/rpc.tsp': `using TypeSpec.Protobuf;
interface ShopService {
  @example() Read(...ReadRequest): Book;
}
model ReadRequest {
  ...Paged;
  @field(1) id: string;
}
model Book is Fields {
  @field(2)
  kind?: Kind;
}
enum Kind { NOVEL: 0,
  POEM: 0,
}
`,
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'source-'));
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ofLine = (line: number) =>
  inTypeSpec(`${join(folder, 'proto/shop/v1/shop.proto')}:${line}:5:used more than once`, join(folder, 'spec'));

it.each([
  ['a field', 6, 7, 'ReadRequest.id'],
  ['a field that is spread: its message', 5, 5, 'ReadRequest.cursor'],
  ['a field with a decorator above', 10, 11, 'Book.kind'],
  ['a map that the message inherits: the message', 9, 9, 'Book.names'],
  ['a message', 8, 9, 'Book'],
  ['a method', 2, 3, 'ShopService.Read'],
  ['a value of an enum', 14, 14, 'Kind.POEM'],
])('names %s', async (_, line, place, name) => {
  const file = relative(process.cwd(), join(folder, 'spec/shop/rpc.tsp'));
  expect(await ofLine(line)).toBe(`${file}:${place} - error: used more than once (${name})`);
});

it('leaves a line unchanged when the TypeSpec has no declaration for it', async () => {
  expect(await ofLine(16)).toContain('shop.proto:16:5:used more than once');
  expect(await inTypeSpec('Failure: no plugin\n\nno.proto', folder)).toBe('Failure: no plugin\n\nno.proto');
});
