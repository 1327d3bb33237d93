/** Tells of a request which operation it asks for, and what its path holds. */
import type { ApiModel, Operation } from './api.ts';

/** How a path is told from others: its template as an expression, at the end of a path. */
function expressionOf({ path }: Operation): RegExp {
  const parts = path.split('/').map((part) => (part.startsWith('{') ? '([^/]+)' : part.replaceAll('.', '\\.')));
  return new RegExp(`${parts.join('/')}$`);
}

/** The values of the path parameters. */
export function pathInputs(operation: Operation, path: string): Readonly<Record<string, string>> {
  const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const values = expressionOf(operation).exec(path)?.slice(1) ?? [];
  return Object.fromEntries(names.map((name, index) => [name, decoded(values[index] ?? '')]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The operation of a request; the one with the most fixed parts where several fit. */
export function operationFor({ operations }: ApiModel, method: string, path: string): Operation | undefined {
  const fixed = ({ path: template }: Operation) => template.split('/').filter((part) => !part.startsWith('{')).length;
  return operations
    .filter((operation) => operation.method === method && expressionOf(operation).test(path))
    .toSorted((left, right) => fixed(right) - fixed(left))[0];
}
