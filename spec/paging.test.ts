import { fileURLToPath } from 'node:url';
import {
  compile,
  getPagingOperation,
  isList,
  isNumericType,
  NodeHost,
  type Operation,
  type Program,
} from '@typespec/compiler';
import { getAllHttpServices } from '@typespec/http';
import { beforeAll, describe, expect, it } from 'vitest';

/** The paging that TypeSpec's own emitters read: whether they would page a list, and by which parameter. */
describe('the lists of the contract, as the compiler sees them', () => {
  let program: Program;
  let operations: readonly Operation[];

  beforeAll(async () => {
    program = await compile(NodeHost, fileURLToPath(new URL('main.tsp', import.meta.url)), { noEmit: true });
    const [services] = getAllHttpServices(program);
    operations = services.flatMap((service) => service.operations.map(({ operation }) => operation));
  });

  /** A paging parameter: a cursor, or a number of items. Lending's offset is a time, at which the page starts. */
  function pagingParameter(operation: Operation): 'cursor' | 'offset' | null {
    const { properties } = operation.parameters;
    const offset = properties.get('offset');
    if (properties.has('cursor')) return 'cursor';
    return offset !== undefined && isNumericType(program, offset.type) ? 'offset' : null;
  }

  it('compiles', () => {
    expect(program.diagnostics).toEqual([]);
    expect(operations.length).toBeGreaterThan(0);
  });

  it('are paged wherever there is a cursor or an offset', () => {
    const paged = operations.filter((operation) => pagingParameter(operation) !== null);
    expect(paged.length).toBeGreaterThan(5);
    for (const operation of paged) {
      const [paging, diagnostics] = getPagingOperation(program, operation);
      expect(isList(program, operation), operation.name).toBe(true);
      expect(diagnostics, operation.name).toEqual([]);
      const { input, output } = paging ?? { input: {}, output: {} };
      expect(input.pageSize?.property.name, operation.name).toBe('limit');
      if (pagingParameter(operation) === 'offset') {
        expect(input.offset?.property.name, operation.name).toBe('offset');
      } else {
        expect(input.continuationToken?.property.name, operation.name).toBe('cursor');
        expect(output.continuationToken?.property.name, operation.name).toBe('next_cursor');
      }
    }
  });

  it('are lists wherever an operation lists or searches, but for the tickers, which are a map', () => {
    const listing = operations.filter(({ name }) => /^(list|search)/.test(name) && name !== 'listTickers');
    expect(listing.filter((operation) => !isList(program, operation)).map(({ name }) => name)).toEqual([]);
    expect(listing.length).toBeGreaterThan(15);
  });
});
