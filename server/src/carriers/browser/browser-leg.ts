import { EventQueue } from '../../kernel/event-queue.ts';
import type { FrameSound, InboundLeg, LegEvent, TransferOutcome } from '../carrier.ts';

const CARRIER = 'browser';

/** A person in a browser, who is there from the beginning: nothing rings, and nothing has to be agreed. */
export class BrowserLeg implements InboundLeg {
  /** The number of the agent, or of its account: there is no other that could have been called. */
  readonly to: string;
  readonly from = null;
  readonly simulated = true;
  readonly trunkIds = null;
  readonly frames: FrameSound;
  readonly #events = new EventQueue<LegEvent>();

  constructor({ to, frames }: { to: string; frames: FrameSound }) {
    this.to = to;
    this.frames = frames;
  }

  get events(): AsyncIterable<LegEvent> {
    return this.#events;
  }

  ring(): void {}

  answer(): void {
    this.#events.push({ type: 'answered', media: null, token: { carrier: CARRIER, dialog: null } });
  }

  reject(): void {
    this.#end({ type: 'ended', by: 'local', endReason: null, sipCode: null });
  }

  confirm(): void {}

  async hangUp(): Promise<void> {
    this.#end({ type: 'ended', by: 'local', endReason: null, sipCode: null });
  }

  /** A browser has no number to be sent to. */
  async transfer(): Promise<TransferOutcome> {
    return { kind: 'refused', sipCode: null };
  }

  /** The person presses a key. */
  press(digit: string): void {
    this.#events.push({ type: 'dtmf', digit });
  }

  /** The person has left. Idempotent. */
  disconnect(): void {
    this.#end({ type: 'ended', by: 'remote', endReason: 'user_hangup', sipCode: null });
  }

  #end(event: Extract<LegEvent, { type: 'ended' }>): void {
    this.#events.push(event);
    this.#events.close();
  }
}
