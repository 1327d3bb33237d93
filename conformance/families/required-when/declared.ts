import type { Declaration } from '../../model/behaviour.ts';

export interface RequiredWhen extends Declaration {
  readonly operation: string;
  /** Of the request body. */
  readonly member: string;
  /** Values of other members with which it is required. */
  readonly when: Readonly<Record<string, readonly unknown[]>>;
}

/** Each case in which a member is required: the other member, and its value. */
export function casesOf({ when }: Pick<RequiredWhen, 'when'>): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(when).flatMap(([name, values]) => values.map((value) => [name, value] as const));
}
