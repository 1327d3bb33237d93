/** Writes a type for each component schema, and a table of names for each integer enum. */
import type { OpenApiDocument, Schema } from '../openapi/document.ts';
import { docComment, header, isIdentifier } from './text.ts';

/** @returns the text of `models.ts` */
export function writeModels(document: OpenApiDocument): string {
  const models = Object.entries(document.components.schemas).map(([name, schema]) => {
    if (!isIdentifier(name)) throw new Error(`${document.info.title}: the component name ${name} is not a plain word`);
    const comment = docComment(typeof schema['description'] === 'string' ? schema['description'] : undefined);
    return `${comment}export type ${name} = components['schemas']['${name}'];\n${numberNames(name, schema)}`;
  });
  return `${header}import type { components } from './schema.ts';\n\n${models.join('\n')}`;
}

function numberNames(name: string, schema: Schema): string {
  const names = schema['x-enum-varnames'];
  if (!Array.isArray(names) || schema.enum === undefined) return '';
  const told = schema['x-enum-descriptions'];
  const members = schema.enum.map((value, index) => {
    const text = Array.isArray(told) && told[index] !== '' ? `  /** ${told[index]} */\n` : '';
    return `${text}  ${names[index]}: ${value},\n`;
  });
  return `\n/** The numbers of ${name}, by name. */\nexport const ${name} = {\n${members.join('')}} as const;\n`;
}
