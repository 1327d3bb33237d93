/** Writes the types of a document with openapi-typescript. */
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import type { OpenApiDocument } from '../openapi/document.ts';
import { header } from './text.ts';

const { factory } = ts;

/** @returns the text of `schema.ts`: `paths`, `operations`, `components`, and an interface for each schema of an object */
export async function writeSchema(document: OpenApiDocument): Promise<string> {
  // openapi-typescript's parameter type has no `x-` members; it copies the document before it changes it.
  const nodes = await openapiTS(JSON.stringify(document), {
    alphabetize: false,
    emptyObjectsUnknown: true,
    silent: true,
  });
  return `${header}/* biome-ignore-all lint: written by openapi-typescript */\n${astToString(named(nodes))}`;
}

/**
 * Turns the schemas of objects into interfaces: the compiler writes the name of an interface in its messages, and the
 * members of any other type.
 */
function named(nodes: readonly ts.Node[]): ts.Node[] {
  const interfaces: ts.Node[] = [];
  const result = nodes.map((node) => {
    if (!ts.isInterfaceDeclaration(node) || node.name.text !== 'components') return node;
    return ts.visitEachChild(node, inComponents, undefined);
  });
  return [...result, ...interfaces];

  function inComponents(node: ts.Node): ts.Node {
    const isSchemas = ts.isPropertySignature(node) && ts.isIdentifier(node.name) && node.name.text === 'schemas';
    return isSchemas ? ts.visitEachChild(node, inSchemas, undefined) : node;
  }

  function inSchemas(node: ts.Node): ts.Node {
    return ts.isTypeLiteralNode(node) ? ts.visitEachChild(node, inSchema, undefined) : node;
  }

  function inSchema(node: ts.Node): ts.Node {
    if (!ts.isPropertySignature(node) || node.type === undefined || !ts.isTypeLiteralNode(node.type)) return node;
    if (!ts.isIdentifier(node.name)) return node;
    const { name, type, modifiers, questionToken } = node;
    const exported = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];
    const declared = factory.createInterfaceDeclaration(exported, name.text, undefined, undefined, type.members);
    interfaces.push(ts.setSyntheticLeadingComments(declared, ts.getSyntheticLeadingComments(node)));
    return factory.createPropertySignature(modifiers, name, questionToken, factory.createTypeReferenceNode(name.text));
  }
}
