/** Writes a type for each component schema, and a table of names for each integer enum. */
import type { OpenApiDocument, Schema } from '../openapi/document.ts';
import { docComment, header, isIdentifier } from './text.ts';

/**
 * @param schema the text of `schema.ts`: its interfaces are exported by name, so that declarations can refer to them
 * @returns the text of `models.ts`
 */
export function writeModels(document: OpenApiDocument, schema: string): string {
  const interfaces = new Set([...schema.matchAll(/^export interface (\w+) /gm)].map(([, name = '']) => name));
  const models = Object.entries(document.components.schemas).map(([name, model]) => {
    if (!isIdentifier(name)) throw new Error(`${document.info.title}: the component name ${name} is not a plain word`);
    const comment = docComment(typeof model['description'] === 'string' ? model['description'] : undefined);
    if (interfaces.has(name)) return `export type { ${name} } from './schema.ts';\n`;
    return `${comment}export type ${name} = components['schemas']['${name}'];\n${numberNames(name, model)}`;
  });
  const isImported = models.some((model) => model.includes("components['schemas']"));
  return `${header}${isImported ? "import type { components } from './schema.ts';\n\n" : ''}${models.join('\n')}`;
}

function numberNames(name: string, schema: Schema): string {
  const names = schema['x-enum-varnames'];
  if (!Array.isArray(names) || schema.enum === undefined) return '';
  const reported = schema['x-enum-descriptions'];
  const members = schema.enum.map((value, index) => {
    const text = Array.isArray(reported) && reported[index] !== '' ? `  /** ${reported[index]} */\n` : '';
    return `${text}  ${names[index]}: ${value},\n`;
  });
  return `\n/** The numbers of ${name}, by name. */\nexport const ${name} = {\n${members.join('')}} as const;\n`;
}
