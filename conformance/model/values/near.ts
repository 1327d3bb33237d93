/** Finds names that mean the same, or almost equal others. */

/** A name in small letters, without what joins its words: `X-Site-Id` and `siteId` are alike. */
export const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** A name of this length is similar to many others. */
const SHORTEST = 4;

/**
 * The number of letters that must be added, left out, replaced or swapped with a neighbour to turn one name into the
 * other.
 */
function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, place) => place)];
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const at = (up: number, left: number) => rows[row - up]?.[column - left] ?? Number.POSITIVE_INFINITY;
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line.push(
        Math.min(
          at(1, 0) + 1,
          (line[column - 1] ?? 0) + 1,
          at(1, 1) + (isSame ? 0 : 1),
          isSwapped ? at(2, 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    rows.push(line);
  }
  return rows[one.length]?.[other.length] ?? 0;
}

/**
 * The known name that a name is probably a misspelling of; undefined if it is known itself, or similar to none.
 *
 * @example
 * meantBy('maxLenght', ['maxLength', 'minLength']) // 'maxLength'
 */
export function meantBy(name: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  if (names.includes(name)) return undefined;
  const joined = (one: string) => one.toLowerCase().replaceAll(/[-_ ]/g, '');
  const alike = names.find((one) => joined(one) === joined(name));
  if (alike !== undefined || name.length < SHORTEST) return alike;
  const most = name.length < 8 ? 1 : 2;
  return names.find((one) => Math.abs(one.length - name.length) <= most && distance(one, name) <= most);
}
