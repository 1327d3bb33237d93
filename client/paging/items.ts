/** The items of pages, one after another. */
export async function* itemsOf<Item>(
  pages: AsyncGenerator<readonly Item[], void, undefined>,
): AsyncGenerator<Item, void, undefined> {
  for await (const items of pages) yield* items;
}
