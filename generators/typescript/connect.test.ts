import { expect, it } from 'vitest';
import type { OpenApiDocument, OperationObject } from '../openapi/document.ts';
import { writeConnect } from './connect.ts';

const responses = { '200': { description: '' } };

function documentWith(operations: readonly Omit<OperationObject, 'responses'>[]): OpenApiDocument {
  const paths = operations.map((operation, index) => [`/${index}`, { get: { ...operation, responses } }] as const);
  return {
    openapi: '3.1.0',
    info: { title: 'Board', version: '1' },
    components: { schemas: {} },
    paths: Object.fromEntries(paths),
  };
}

const proto = `service Notices {
  rpc AllNotices(Empty) returns (NoticeList);
  rpc ReadNotice(Id) returns (Notice);
  rpc ListMine(Empty) returns (NoticeList);
  rpc Ping(Empty) returns (Empty);
}`;

it('guards the methods with operations that need a credential, even if their names differ', () => {
  const same = { family: 'same-as', rpc: 'Notices/AllNotices', rules: [] };
  const document = documentWith([
    { operationId: 'listNotices', security: [{ Token: [] }], 'x-behaviour': [same] },
    { operationId: 'readNotice', security: [{ Token: [] }, {}] },
    { operationId: 'listMine', security: [{ Token: [] }] },
    { operationId: 'ping', security: [] },
  ]);
  const text = writeConnect('board', document, proto);
  expect(text).toContain("export const guarded = ['allNotices', 'listMine'] as const;");
  expect(text).toContain("import { Notices } from './v1/board_pb.ts';");
});
