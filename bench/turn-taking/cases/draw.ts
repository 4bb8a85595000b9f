import { seededRandom } from '@parley/audio/testing';

/** Choices that are the same for the same name. */
export class Draw {
  readonly #random: () => number;

  constructor(name: string) {
    let hash = 2166136261;
    for (const character of name) hash = Math.imul(hash ^ character.codePointAt(0)!, 16777619);
    this.#random = seededRandom(hash);
  }

  /** An integer of [from, to]. */
  between(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from + 1));
  }

  of<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.#random() * choices.length)]!;
  }

  isLess(share: number): boolean {
    return this.#random() < share;
  }

  shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, order: this.#random() }))
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item);
  }
}
