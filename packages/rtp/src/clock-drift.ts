import { ahead32 } from './serial-number.ts';

/** Of the packets of so long the quickest one is compared: jitter only ever adds. */
const WINDOW_MS = 5000;
/** A delay that moves further between two windows is a clock that jumped, or another route. */
const JUMP_MS = 500;
/** Shorter than this says more of the network than of a clock. */
const SHORTEST_MS = 30_000;

interface Window {
  readonly beganMs: number;
  /** Arrival minus timestamp, against the first packet. */
  leastMs: number;
}

/** How much slower or faster than ours the clock runs that a sender takes its samples by. */
export class ClockDrift {
  private origin: { ssrc: number; clockRateHz: number; arrivalMs: number } | null = null;
  private timestamp = 0;
  private sentMs = 0;
  private first: Window | null = null;
  private latest: Window | null = null;
  private current: Window | null = null;

  /** A packet of audio, whose timestamps are of this clock. */
  record(packet: { ssrc: number; timestamp: number }, arrivalMs: number, clockRateHz: number): void {
    if (this.origin?.ssrc !== packet.ssrc || this.origin.clockRateHz !== clockRateHz)
      this.begin(packet, arrivalMs, clockRateHz);
    this.sentMs += (ahead32(packet.timestamp, this.timestamp) * 1000) / clockRateHz;
    this.timestamp = packet.timestamp;
    const offsetMs = arrivalMs - this.origin!.arrivalMs - this.sentMs;
    if (this.current === null) this.current = { beganMs: arrivalMs, leastMs: offsetMs };
    else if (arrivalMs - this.current.beganMs < WINDOW_MS)
      this.current.leastMs = Math.min(this.current.leastMs, offsetMs);
    else this.turn({ beganMs: arrivalMs, leastMs: offsetMs });
  }

  /** Parts in a million: positive when the sender's clock is slow. Null while too little has come. */
  get ppm(): number | null {
    const { first, latest } = this;
    if (first === null || latest === null || latest.beganMs - first.beganMs < SHORTEST_MS) return null;
    return (1e6 * (latest.leastMs - first.leastMs)) / (latest.beganMs - first.beganMs);
  }

  private turn(next: Window): void {
    const { current, latest } = this;
    const hasJumped = latest !== null && Math.abs(current!.leastMs - latest.leastMs) > JUMP_MS;
    if (this.first === null || hasJumped) this.first = current;
    this.latest = current;
    this.current = next;
  }

  private begin(packet: { ssrc: number; timestamp: number }, arrivalMs: number, clockRateHz: number): void {
    this.origin = { ssrc: packet.ssrc, clockRateHz, arrivalMs };
    this.timestamp = packet.timestamp;
    this.sentMs = 0;
    this.first = null;
    this.latest = null;
    this.current = null;
  }
}
