/** Whether memory still holds a value. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Whether something holds a value that `use` was given, and that nothing else refers to. */
export async function isKept(make: () => object, use: (value: object) => void): Promise<boolean> {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  const given = ((): WeakRef<object> => {
    const value = make();
    use(value);
    return new WeakRef(value);
  })();
  await nextTurn();
  if (typeof collect === 'function') collect();
  return given.deref() !== undefined;
}
