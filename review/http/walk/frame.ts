/** Frames: the parts of operations and the pairs of components that contain differences. */
import { joinMembers, type Place } from '../../finding.ts';
import type { Direction } from '../canonical/schema.ts';
import type { Caller } from '../operations.ts';

/** A part of an operation, or a pair of components independent of their uses. */
export interface Frame {
  /** The place; null for a pair of components, which is located by its uses. */
  readonly place: Place | null;
  readonly direction: Direction | null;
  readonly caller: Caller;
  /** The components, by their canonical names. */
  readonly components: { readonly base: string; readonly head: string } | null;
  /** Whether its content is sent as text: a parameter or a header. */
  readonly isText: boolean;
  /** Whether a component with another name replaced the previous one. */
  readonly isSwap: boolean;
  /** The frames that contain it, with its paths in them, shortest first. */
  readonly uses: Map<Frame, string[]>;
}

/** Creates a frame without uses. */
export function frameOf(parts: Partial<Omit<Frame, 'uses'>>): Frame {
  return {
    place: null,
    direction: null,
    caller: 'client',
    components: null,
    isText: false,
    isSwap: false,
    ...parts,
    uses: new Map(),
  };
}

const MOST_USES = 20;

/** Records that a frame is used at a member of another one. */
export function use(frame: Frame, by: Frame, member: string): void {
  if (frame === by) return;
  const members = frame.uses.get(by) ?? [];
  if (members.length < MOST_USES && !members.includes(member)) members.push(member);
  members.sort((one, other) => depthOf(one) - depthOf(other));
  frame.uses.set(by, members);
}

/** Number of steps to a member. */
function depthOf(member: string): number {
  return member === '' ? 0 : member.split(/[.[*]/).length;
}

/** The places of a member of a frame, one for each part of an operation, shortest first. */
export function placesOf(frame: Frame, member: string): readonly Place[] {
  const seen = new Set([frame]);
  const places: Place[] = [];
  let level: readonly (readonly [Frame, string])[] = [[frame, member]];
  while (level.length > 0) {
    const next: [Frame, string][] = [];
    for (const [one, path] of level) {
      if (one.place !== null) {
        places.push({ ...one.place, member: path });
        continue;
      }
      for (const [holder, members] of one.uses) {
        // When a component was replaced by another one, each place is listed.
        const shown = one.isSwap && holder.place !== null ? members : members.slice(0, 1);
        if (holder.place !== null && one.isSwap) {
          for (const use of shown) places.push({ ...holder.place, member: joinMembers(use, path) });
          seen.add(holder);
        } else if (!seen.has(holder)) {
          seen.add(holder);
          next.push([holder, joinMembers(shown[0] ?? '', path)]);
        }
      }
    }
    level = next;
  }
  return places.toSorted((one, other) => depthOf(one.member) - depthOf(other.member));
}
