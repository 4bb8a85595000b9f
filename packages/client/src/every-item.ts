interface Page<Item> {
  data: Item[];
  has_more: boolean;
}

/** Every item of every page, by a growing offset. New ones in front push known ones onto the next page: each is given once. */
export async function* everyItem<Item, Query extends { offset?: number | undefined }>(
  fetchPage: (query: Query) => Promise<Page<Item>>,
  query: Query,
  idOf: (item: Item) => string,
): AsyncGenerator<Item, void, undefined> {
  const given = new Set<string>();
  for (let offset = query.offset ?? 0; ; ) {
    const page = await fetchPage({ ...query, offset });
    for (const item of page.data) {
      if (given.has(idOf(item))) continue;
      given.add(idOf(item));
      yield item;
    }
    if (!page.has_more || page.data.length === 0) return;
    offset += page.data.length;
  }
}
