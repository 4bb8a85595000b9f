import type { Page } from 'playwright-core';

/** Louder than the noise of µ-law silence: the level of one frame of 16-bit samples. */
const SPEECH_LEVEL = 300;

/** The sound that the service sends to a page, frame by frame, as it comes over the WebSocket of live sound. */
export class ReceivedSound {
  #loudFrames = 0;
  #frames = 0;

  constructor(page: Page) {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (typeof payload !== 'string') this.#take(payload);
      });
    });
  }

  /** Frames of 10 ms with somebody's voice in them. */
  get loudFrames(): number {
    return this.#loudFrames;
  }

  get frames(): number {
    return this.#frames;
  }

  #take(payload: Buffer): void {
    let energy = 0;
    const samples = Math.floor(payload.length / 2);
    for (let index = 0; index < samples; index += 1) energy += payload.readInt16LE(index * 2) ** 2;
    this.#frames += 1;
    if (Math.sqrt(energy / samples) > SPEECH_LEVEL) this.#loudFrames += 1;
  }
}
