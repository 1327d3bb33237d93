/**
 * Whether the process is overloaded: judged by the delay of its timers, and by the heap that remains in use after
 * garbage collection.
 */
import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** Measures the load of this process. */
export interface Pressure {
  /**
   * The reason to reject requests at the moment; undefined when there is none.
   *
   * @param isShared whether other requests are pending: a late event loop is no reason to reject the only request,
   *   because no other one waits for it
   */
  reason(isShared: boolean): string | undefined;
  stop(): void;
}

/** Limits; all have a default. */
export interface PressureLimits {
  /** Longest mean delay of the event loop, in milliseconds. Default: 1,000. */
  readonly delay?: number | undefined;
  /** Largest share of the heap that may be in use after it was cleaned. Default: 0.85. */
  readonly heap?: number | undefined;
}

/** Milliseconds between measurements, and how many in a row must be late: a single long task does not count. */
const LOOK_EVERY = 500;
const LATE_LOOKS = 3;

/** How long a full heap counts until the next garbage collection measures it again, in milliseconds. */
const HEAP_COUNTS = 2_000;

export function watchPressure({ delay = 1_000, heap = 0.85 }: PressureLimits = {}): Pressure {
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  let late = 0;
  let lateLooks = 0;
  let fullUntil = 0;
  const observer = new PerformanceObserver((list) => {
    if (!list.getEntries().some(isMajor)) return;
    const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics();
    if (used > most * heap) fullUntil = performance.now() + HEAP_COUNTS;
  });
  observer.observe({ entryTypes: ['gc'] });
  const looking = setInterval(() => {
    late = delays.count === 0 ? 0 : delays.mean / 1e6;
    lateLooks = late > delay ? lateLooks + 1 : 0;
    delays.reset();
  }, LOOK_EVERY);
  looking.unref();
  return {
    reason(isShared) {
      if (isShared && lateLooks >= LATE_LOOKS) return `the event loop is ${Math.round(late)} ms late`;
      return performance.now() < fullUntil ? 'the heap is nearly full' : undefined;
    },
    stop() {
      clearInterval(looking);
      observer.disconnect();
      delays.disable();
    },
  };
}

function isMajor(entry: object): boolean {
  const detail: unknown = Reflect.get(entry, 'detail');
  return (
    typeof detail === 'object' && detail !== null && Reflect.get(detail, 'kind') === constants.NODE_PERFORMANCE_GC_MAJOR
  );
}
