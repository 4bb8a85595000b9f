import type { FoundPassage, KnowledgeQuestion, MediaEvent } from '../media.ts';

/** Searches of one conversation that are under way outside of this thread. */
export class PassageSearches {
  readonly #onEvent: (event: Extract<MediaEvent, { type: 'search' }>) => void;
  readonly #open = new Map<number, PromiseWithResolvers<FoundPassage[]>>();
  #last = 0;

  constructor(onEvent: (event: Extract<MediaEvent, { type: 'search' }>) => void) {
    this.#onEvent = onEvent;
  }

  /** Rejects when the documents cannot be searched. */
  search(question: KnowledgeQuestion): Promise<FoundPassage[]> {
    this.#last += 1;
    const search = Promise.withResolvers<FoundPassage[]>();
    this.#open.set(this.#last, search);
    this.#onEvent({ type: 'search', searchId: this.#last, ...question });
    return search.promise;
  }

  /** `passages`: null where the search failed. */
  tell(searchId: number, passages: FoundPassage[] | null): void {
    const search = this.#open.get(searchId);
    this.#open.delete(searchId);
    if (passages) search?.resolve(passages);
    else search?.reject(new Error('the documents cannot be searched'));
  }
}
