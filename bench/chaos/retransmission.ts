/** RFC 3261, section 17.1.1.1: the estimate of a round trip, and the longest pause between repetitions. */
const T1_MS = 500;
const T2_MS = 4000;
/** 64 × T1: how long anything is repeated. */
const REPEATED_MS = 64 * T1_MS;

/** A message that is repeated over UDP until it is answered, or for 32 s. */
export class Retransmission {
  readonly #send: (text: string) => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(send: (text: string) => void) {
    this.#send = send;
  }

  /** The first copy has left already. */
  start(text: string, onGivenUp: () => void = () => {}): void {
    this.stop();
    const untilMs = performance.now() + REPEATED_MS;
    const again = (pauseMs: number) => {
      this.#timer = setTimeout(() => {
        if (performance.now() > untilMs) {
          onGivenUp();
          return;
        }
        this.#send(text);
        again(Math.min(pauseMs * 2, T2_MS));
      }, pauseMs);
    };
    again(T1_MS);
  }

  /** Idempotent. */
  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
