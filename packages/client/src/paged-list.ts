/** The first page when awaited, every item of every page when iterated. Nothing is sent before. */
export class PagedList<Item, Page> implements AsyncIterable<Item>, PromiseLike<Page> {
  readonly #firstPage: () => Promise<Page>;
  readonly #everyItem: () => AsyncIterator<Item>;

  constructor(firstPage: () => Promise<Page>, everyItem: () => AsyncIterator<Item>) {
    this.#firstPage = firstPage;
    this.#everyItem = everyItem;
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting the list is how one page is asked for.
  then<Fulfilled = Page, Rejected = never>(
    onFulfilled?: ((page: Page) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#firstPage().then(onFulfilled, onRejected);
  }

  [Symbol.asyncIterator](): AsyncIterator<Item> {
    return this.#everyItem();
  }
}
