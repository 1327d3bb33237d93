/**
 * One server of the benchmark, in a separate process: `node app.ts VARIANT OPERATIONS FOLDER`. It sends its port to the
 * parent process.
 *
 * - `express`: plain Express with a body parser and the same handlers; nothing is validated
 * - `express without etag`: the same, but without the ETag that Express adds to its answers and the generated mount
 *   does not
 * - `compiled`, `express-openapi-validator`: the generated mount with that engine
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { operationTable } from '@wallet-services/generators/operations';
import type { Service } from '@wallet-services/runtime';
import { mountService } from '@wallet-services/runtime/express';
import express, { type Express } from 'express';
import { documentOf } from './document.ts';
import { answers } from './workloads.ts';

const [variant = 'express', count = '50', folder = ''] = process.argv.slice(2);
const document = documentOf(Number(count));
// The generated mount registers its routes in this order, so every variant tries equally many before the measured one.
const table = operationTable(document).toSorted((a, b) => (a.path < b.path ? -1 : 1));

function answerFor(path: string): unknown {
  return answers[path.replace(/^\/[az]\d+/, '')];
}

function plain(): Express {
  const app = express();
  if (variant === 'express without etag') app.disable('etag');
  app.use(express.json());
  for (const { method, path } of table) {
    const answer = answerFor(path);
    app[method](path, (_request, response) => {
      response.json(answer);
    });
  }
  return app;
}

async function validated(validator: 'compiled' | 'express-openapi-validator'): Promise<Express> {
  const { validators }: Pick<Service, 'validators'> = await import(pathToFileURL(join(folder, 'validators.js')).href);
  const app = express();
  const handlers = Object.fromEntries(
    table.map(({ id, path }) => {
      const answer = answerFor(path);
      return [id, () => ({ status: 200, body: answer })];
    }),
  );
  const operations = Object.fromEntries(table.map((operation) => [operation.id, operation]));
  const securitySchemes = { AccessToken: { type: 'bearer' } } as const;
  mountService(app, { name: 'bench', operations, securitySchemes, validators, document: () => document }, handlers, {
    validator,
  });
  return app;
}

const app = variant === 'compiled' || variant === 'express-openapi-validator' ? await validated(variant) : plain();
const server = createServer(app);
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port });
});
process.on('disconnect', () => process.exit(0));
