/** Faulty servers: each is a correct server behind a proxy with one bug. */
import type { Target } from '../model/target.ts';
import type { Mutation } from './place.ts';

/** A server that is wrong in one way. */
export interface Mutant {
  /** What the server does wrong: `the second page repeats the first`. Unique within its service. */
  readonly id: string;
  /** The rule that must detect it; others may too. A family names the aspect of its declaration instead. */
  readonly kills: string;
  readonly mutation: Mutation;
  /** The operationId with the cases that show it. Absent: all cases run if its rule watches every response. */
  readonly operation?: string;
  /** Changes the target, where the bug would not show otherwise. */
  readonly target?: (target: Target) => Target;
  /**
   * The longest wait for a response, in milliseconds, for mutants that delay correct responses. Default: a short one.
   */
  readonly timeoutMs?: number;
}

/** What servers do wrong, each with the mutation that does it. */
export type Wrongs = Readonly<Record<string, Mutation>>;

/**
 * The faulty servers of a declaration.
 *
 * @param where the beginning of each description: the operation, with a separator.
 * @param wrongs by the aspect that must detect them.
 *
 * @example
 * faultsOf('listVaults: ', { 'at-most': { 'the limit is ignored': at('listVaults').query({ limit: undefined }) } })
 */
export function mutantsOf(where: string, wrongs: Readonly<Record<string, Wrongs>>): readonly Mutant[] {
  return Object.entries(wrongs).flatMap(([kills, some]) =>
    Object.entries(some).map(([what, mutation]) => ({ id: `${where}${what}`, kills, mutation })),
  );
}

/** One fault for each name: `...each(names, (name) => [`ignores ${name}`, without(name)])`. */
export function each<Item>(
  items: readonly Item[],
  wrong: (item: Item) => readonly [what: string, mutation: Mutation],
): Wrongs {
  return Object.fromEntries(items.map(wrong));
}
