/** Databases limit the parameters of a statement. */
const PARAMETERS = 900;

/** Writes rows that all have the same members, in as few statements as that limit allows. */
export async function inBatches<Row extends object>(
  rows: readonly Row[],
  write: (batch: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  const [row] = rows;
  if (row === undefined) return;
  const size = Math.floor(PARAMETERS / Object.keys(row).length);
  for (let first = 0; first < rows.length; first += size) await write(rows.slice(first, first + size));
}
