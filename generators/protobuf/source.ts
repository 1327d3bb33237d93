/** Names the TypeSpec source of a protobuf file when a tool reports a problem in that file. */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { root } from '../run.ts';

/** Matches a line of a tool: `.../vault.proto:170:27:field number used twice` */
const FINDING = /^(\S+\.proto):(\d+):\d+:\s*(.*)$/;
const DECLARATION = /^\s*(?:message|enum|service)\s+(\w+)/;
/** A field, a value of an enum, or a method. */
const MEMBER = /^\s*(?:rpc\s+(\w+)|[\w.<>, ]*?(\w+)\s*=\s*\d+)/;

/**
 * The output lines of a tool, with the place in the TypeSpec before each line about a protobuf file: that file is
 * deleted with the staging folder. A line about a declaration without a counterpart of the same name in the TypeSpec is
 * kept unchanged.
 * @param spec the folder of the TypeSpec
 */
export async function inTypeSpec(output: string, spec: string): Promise<string> {
  const lines = output.split('\n').map(async (line) => {
    const [, file, number, problem] = FINDING.exec(line) ?? [];
    if (file === undefined) return line;
    const proto = (await readFile(resolve(root, file), 'utf8')).split('\n').slice(0, Number(number));
    const name = proto.map((one) => DECLARATION.exec(one)?.[1]).findLast((one) => one !== undefined);
    const [, method, field = method] = MEMBER.exec(proto.at(-1) ?? '') ?? [];
    const place = name === undefined ? undefined : await placeOf(name, field, spec, basename(file, '.proto'));
    return place === undefined
      ? line
      : `${place} - error: ${problem} (${name}${field === undefined ? '' : `.${field}`})`;
  });
  return (await Promise.all(lines)).join('\n');
}

/** `spec/vault/rpc.tsp:178`: the line of a member; that of the declaration where the member is spread into it. */
async function placeOf(
  name: string,
  member: string | undefined,
  spec: string,
  service: string,
): Promise<string | undefined> {
  const declared = new RegExp(String.raw`^\s*(?:model|enum|interface)\s+${name}\b`);
  const named = new RegExp(String.raw`^\s*(?:@.*\s)?${member}\??\s*[:(]`);
  for (const file of sourcesOf(spec, service)) {
    const text = await readFile(join(spec, file), 'utf8');
    const lines = text.split('\n');
    const start = lines.findIndex((line) => declared.test(line));
    // A model of the same name that is not a message belongs to the HTTP part.
    if (start === -1 || !text.includes('TypeSpec.Protobuf')) continue;
    const length = lines.slice(start).findIndex((line) => line.includes('}')) + 1;
    const at = member === undefined ? -1 : lines.slice(start, start + length).findIndex((line) => named.test(line));
    return `${relative(process.cwd(), join(spec, file))}:${start + Math.max(at, 0) + 1}`;
  }
  return undefined;
}

/** The files of a TypeSpec, those of a service first. */
function sourcesOf(spec: string, service: string): readonly string[] {
  const files = globSync('**/*.tsp', { cwd: spec, exclude: ['**/node_modules/**'] }).sort();
  const isOwn = (file: string) => file.split('/').includes(service);
  return [...files.filter(isOwn), ...files.filter((file) => !isOwn(file))];
}
