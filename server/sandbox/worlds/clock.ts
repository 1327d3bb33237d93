/** The clock of a world: the system clock, with an offset, or frozen. */
import { Refusal } from '@wallet-services/runtime/refusal';
import { type Clock, isoTime } from '../../values/index.ts';
import { durationMs } from '../values.ts';

/** The state of a clock, as the control API shows it. */
export interface ClockState {
  readonly now: string;
  readonly frozen: boolean;
  readonly offset_ms: number;
}

/** A change of a clock. */
export interface ClockChange {
  readonly set?: string;
  readonly advance?: string;
  readonly freeze?: boolean;
  readonly reset?: boolean;
}

/** The range of a clock: years with four digits, which every service can write. */
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(9999, 0, 1);

export class WorldClock {
  /** The clock that the services of the world read. */
  readonly now: Clock;
  readonly #machine: Clock;
  #offset = 0;
  #frozen: number | undefined;

  constructor(machine: Clock) {
    this.#machine = machine;
    this.now = () => this.#frozen ?? this.#machine() + this.#offset;
  }

  get state(): ClockState {
    // Read once, because the system clock continues between two readings.
    const machine = this.#machine();
    const now = this.#frozen ?? machine + this.#offset;
    return { now: isoTime(now), frozen: this.#frozen !== undefined, offset_ms: Math.round(now - machine) };
  }

  /**
   * Applies all of a change, or nothing.
   *
   * @throws Refusal 400 when the change is empty, or leads out of the clock's range
   */
  change({ set, advance, freeze, reset = false }: ClockChange): void {
    if (set === undefined && advance === undefined && freeze === undefined && !reset) {
      throw new Refusal(400, 'the request does not change the clock', { hint: 'send set, advance, freeze or reset' });
    }
    const from = reset ? this.#machine() : this.now();
    const to = (set === undefined ? from : Date.parse(set)) + (advance === undefined ? 0 : durationMs(advance));
    if (!(to >= EARLIEST && to <= LATEST)) {
      throw new Refusal(400, 'the clock would leave the years 1970 to 9998', { hint: 'set or advance it by less' });
    }
    const frozen = freeze ?? (!reset && this.#frozen !== undefined);
    this.#offset = reset && set === undefined && advance === undefined ? 0 : to - this.#machine();
    this.#frozen = frozen ? to : undefined;
  }
}

/**
 * Sends the time of a changed clock in the header `Date`, which Node.js fills by default: clients may correct their own
 * clocks by it.
 */
export function showTime(response: { setHeader(name: string, value: string): unknown }, clock: WorldClock): void {
  if (clock.state.offset_ms !== 0) response.setHeader('Date', new Date(clock.now()).toUTCString());
}
