import type { Declared } from '../../model/document/behaviour.ts';

export type RequiredWhen = Declared<'required-when'>;

/** Each case in which a member is required: the other member, and its value. */
export function casesOf({ when }: Pick<RequiredWhen, 'when'>): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(when).flatMap(([name, values]) => values.map((value) => [name, value] as const));
}
