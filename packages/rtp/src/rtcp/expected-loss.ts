/** Until there is a report, and of a peer that sends none. */
const UNREPORTED_PERCENT = 5;
const WHOLE = 256;

/** How much of what is sent will be lost, by what the peer reports: more at once, less by half with each report. */
export class ExpectedLoss {
  #percent = UNREPORTED_PERCENT;
  #isReported = false;

  /** `fractionLost` of a report block: of what was sent since the one before, in 256ths (RFC 3550 section 6.4.1). */
  hear(fractionLost: number): void {
    const percent = (100 * fractionLost) / WHOLE;
    this.#percent = this.#isReported ? Math.max(percent, this.#percent / 2) : percent;
    this.#isReported = true;
  }

  /** Whole, 0 to 100. */
  get percent(): number {
    return Math.round(this.#percent);
  }
}
