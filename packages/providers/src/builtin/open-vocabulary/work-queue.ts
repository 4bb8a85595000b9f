type Step = () => Promise<void>;

/** One thing after the other, in the order in which they came; what is urgent comes before what is not. */
export class WorkQueue {
  readonly #urgent: Step[] = [];
  readonly #others: Step[] = [];
  #isBusy = false;

  /** `step` never rejects. */
  add(step: Step, isUrgent: boolean): void {
    (isUrgent ? this.#urgent : this.#others).push(step);
    if (!this.#isBusy) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    for (let step = this.#next(); step; step = this.#next()) await step();
    this.#isBusy = false;
  }

  #next(): Step | undefined {
    return this.#urgent.shift() ?? this.#others.shift();
  }
}
