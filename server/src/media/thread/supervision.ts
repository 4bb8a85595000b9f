import type { MediaEndpoint } from './media-endpoint.ts';
import { AGENT, CALLER, Mixer } from './mixer.ts';

/** Supervisors of one call: each hears both sides, and at most one of them talks with the caller. */
export class Supervision {
  readonly #legs = new Map<string, MediaEndpoint>();
  readonly #mixer = new Mixer();
  readonly #frames = new Map<string, Int16Array | null>();
  #speaker: string | null = null;

  constructor() {
    this.#mixer.setGain(AGENT, CALLER, 1);
  }

  get isEmpty(): boolean {
    return this.#legs.size === 0;
  }

  /** Who talks with the caller in the place of the agent. */
  get speaker(): string | null {
    return this.#speaker;
  }

  has(legId: string): boolean {
    return this.#legs.has(legId);
  }

  join(legId: string, leg: MediaEndpoint): void {
    this.#legs.set(legId, leg);
    for (const from of [CALLER, AGENT]) this.#mixer.setGain(from, legId, 1);
    if (this.#speaker !== null) this.#mixer.setGain(this.#speaker, legId, 1);
  }

  /** Idempotent. */
  leave(legId: string): void {
    if (this.#speaker === legId) this.giveBack();
    this.#legs.get(legId)?.close();
    this.#legs.delete(legId);
    this.#mixer.remove(legId);
    this.#frames.delete(legId);
  }

  /** This supervisor is heard by the caller, and by the other supervisors. What waits of its sound is forgotten. */
  takeOver(legId: string): void {
    this.giveBack();
    this.#speaker = legId;
    this.#legs.get(legId)?.clear();
    this.#setSpeakerGain(1);
  }

  /** Idempotent. */
  giveBack(): void {
    if (this.#speaker === null) return;
    this.#setSpeakerGain(0);
    this.#speaker = null;
  }

  /** One frame of everybody. Returns what the caller hears. */
  exchange(heard: Int16Array | null, spoken: Int16Array | null): Int16Array | null {
    this.#frames.set(CALLER, heard);
    this.#frames.set(AGENT, spoken);
    for (const [legId, leg] of this.#legs) this.#frames.set(legId, leg.pull());
    for (const [legId, leg] of this.#legs) leg.send(this.#mixer.mixFor(legId, this.#frames));
    return this.#mixer.mixFor(CALLER, this.#frames);
  }

  close(): void {
    for (const leg of this.#legs.values()) leg.close();
    this.#legs.clear();
  }

  #setSpeakerGain(gain: number): void {
    const speaker = this.#speaker!;
    this.#mixer.setGain(speaker, CALLER, gain);
    for (const other of this.#legs.keys()) if (other !== speaker) this.#mixer.setGain(speaker, other, gain);
  }
}
