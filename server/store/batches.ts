/** Largest number of parameters in a statement: databases limit it. */
const PARAMETERS = 900;

/** Inserts rows with the same members, in as few statements as the limit allows. */
export async function inBatches<Row extends object>(
  rows: readonly Row[],
  write: (batch: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  const [row] = rows;
  if (row === undefined) return;
  const size = Math.floor(PARAMETERS / Object.keys(row).length);
  for (let first = 0; first < rows.length; first += size) await write(rows.slice(first, first + size));
}
