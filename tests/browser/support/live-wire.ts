import { levelDbfs } from '@parley/audio';
import { LIVE_PATH, type LiveMessage } from '@parley/contract';
import type { Page } from 'playwright-core';

const SOUND_DBFS = -45;
const hasSound = (frame: Buffer) => levelDbfs(new Int16Array(Uint8Array.from(frame).buffer)) > SOUND_DBFS;

/** What goes over a page's WebSocket of live audio. */
export class LiveWire {
  readonly messages: LiveMessage[] = [];
  /** Frames of 10 ms. */
  framesSent = 0;
  framesSentWithSound = 0;
  framesWithSound = 0;
  readonly #heardBefore = new Map<LiveMessage, number>();
  readonly #waiting: (() => void)[] = [];

  constructor(page: Page) {
    page.on('websocket', (socket) => {
      if (!socket.url().endsWith(LIVE_PATH)) return;
      socket.on('framesent', ({ payload }) => {
        if (typeof payload !== 'string') {
          this.framesSent += 1;
          if (hasSound(payload)) this.framesSentWithSound += 1;
        }
        this.#wake();
      });
      socket.on('framereceived', ({ payload }) => {
        if (typeof payload === 'string') this.#note(JSON.parse(payload));
        else if (hasSound(payload)) this.framesWithSound += 1;
        this.#wake();
      });
    });
  }

  /** The first message of this type that is as wanted, one that has come or one to come. */
  async next<Type extends LiveMessage['type']>(
    type: Type,
    isWanted: (message: Extract<LiveMessage, { type: Type }>) => boolean = () => true,
  ): Promise<Extract<LiveMessage, { type: Type }>> {
    for (;;) {
      const found = this.messages.find((message) => message.type === type && isWanted(message as never));
      if (found) return found as Extract<LiveMessage, { type: Type }>;
      await this.#changed();
    }
  }

  /** How many frames with audio had come before this message. */
  heardBefore(message: LiveMessage): number {
    return this.#heardBefore.get(message)!;
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await this.#changed();
  }

  #note(message: LiveMessage): void {
    this.messages.push(message);
    this.#heardBefore.set(message, this.framesWithSound);
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
