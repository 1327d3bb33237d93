/** An operation for tests. */
import type { Operation } from '../../operation.ts';

export const write: Operation = {
  id: 'write',
  method: 'put',
  path: '/notes/{id}',
  summary: '',
  parameters: [{ name: 'id', in: 'path', required: true, type: 'integer' }],
  body: { required: true },
  security: [],
  statuses: ['200', '204', '4XX'],
};
