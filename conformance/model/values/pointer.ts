/** JSON pointers (RFC 6901). */
import type { Placed } from '@wallet-services/expressions';
import { segmentsOf, segmentText, valueAt as valueIn } from '@wallet-services/kit/pointer';

/** A pointer one step deeper. */
export function within(pointer: string, token: string | number): string {
  return `${pointer}/${segmentText(token)}`;
}

/** The pointer with every list index as `*`: findings that differ only there are the same finding. */
export function generalised(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}

/** The value at a pointer; undefined when there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  return valueIn(value, segmentsOf(pointer));
}

/**
 * The values at a pointer in which `*` stands for each item of a list and each value of a map, with the place of each.
 */
export function everyAt(value: unknown, pointer: string): readonly Placed[] {
  return segmentsOf(pointer).reduce<readonly Placed[]>(
    (places, name) =>
      places.flatMap((place) => {
        if (typeof place.value !== 'object' || place.value === null) return [];
        const inner = Object.entries(place.value).filter(([own]) => name === '*' || own === name);
        return inner.map(([own, one]) => ({ pointer: within(place.pointer, own), value: one }));
      }),
    [{ pointer: '', value }],
  );
}
