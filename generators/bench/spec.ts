/**
 * Writes a TypeSpec with any number of operations, distributed over the five services, in the shapes of the real one.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceNames } from '@wallet-services/contract/services';
import { titleOf } from '../openapi/services.ts';

/** Writes `main.tsp` into `folder`, which must be in the repository so that its imports are found. */
export async function writeSpec(folder: string, operations: number): Promise<void> {
  const counts = serviceNames.map((_, index) => Math.floor((operations + index) / serviceNames.length));
  for (const [index, service] of serviceNames.entries()) {
    await mkdir(join(folder, service), { recursive: true });
    await writeFile(join(folder, service, 'main.tsp'), HEAD + serviceText(service, counts[index] ?? 0));
  }
  const imports = serviceNames.map((service) => `import "./${service}/main.tsp";\n`);
  await writeFile(join(folder, 'main.tsp'), imports.join(''));
}

const HEAD = `import "@typespec/http";
import "@typespec/openapi";
import "@typespec/protobuf";
import "../../../../../spec/contract/main.tsp";

using TypeSpec.Http;
using TypeSpec.Protobuf;
using Contract;
`;

function serviceText(service: string, count: number): string {
  const title = titleOf(service);
  const numbers = Array.from({ length: count }, (_, index) => index);
  return `
/** A service of the benchmark. */
@TypeSpec.service(#{ title: "${title}" })
@TypeSpec.OpenAPI.info(#{ version: "1.0.0" })
namespace ${title} {
${numbers.map((number) => httpText(service, number)).join('')}}

@package({ name: "${service}.v1" })
namespace ${title}Rpc {
  @TypeSpec.Protobuf.service
  interface ${title}Service {
${numbers.map((number) => `    Read${number}(...Read${number}Request): Read${number}Response;\n`).join('')}  }
${numbers.map(rpcText).join('')}}
`;
}

function httpText(service: string, number: number): string {
  const fields = Array.from(
    { length: 12 },
    (_, field) => `    /** Amount ${field}. */\n    amount_${field}: DecimalString;\n`,
  );
  const value = `id: "4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51", created_at: "2021-08-17T11:14:49Z", note: "ok"`;
  const amounts = Array.from({ length: 12 }, (_, field) => `amount_${field}: "${field}.5"`).join(', ');
  return `  /** Thing ${number}. */
  model Thing${number} {
    id: Uuid;
    created_at: Timestamp;
    note: string;
${fields.join('')}  }

  /** Things ${number}. */
  model Things${number} { ...Envelope<List<Thing${number}>>; }

  /** Lists things ${number}. */
  @summary("List things")
  @tag("Things")
  @useAuth(NoAuth)
  @get
  @route("/things${number}/{owner}")
  @opExample(#{
    parameters: #{ owner: "4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51", limit: 10 },
    returnType: #{ _: 200, body: #{ ts: 1629198889123, data: #[#{ ${value}, ${amounts} }] } },
  })
  @rule("${service}.things${number}.limit", "At most limit things are listed.", "document 1, Limits")
  op listThings${number}(@path owner: Uuid, @query limit?: int64 = 10, @query since?: Timestamp): Ok<Things${number}> | BadRequest | NotFound | OtherRefusal;
`;
}

function rpcText(number: number): string {
  const fields = Array.from({ length: 12 }, (_, field) => `    @field(${field + 2}) amount_${field}: DecimalString;\n`);
  return `
  @message
  model Read${number}Request {
    @field(1) owner: Uuid;
  }

  @message
  model Read${number}Response {
    @field(1) id: Uuid;
${fields.join('')}  }
`;
}
