import type { Page } from 'playwright-core';

const RATE_HZ = 8000;

interface Speaking {
  say(samples: number[], rateHz: number): void;
}

/** A microphone that says what a test wants when it wants it; Chromium's own fake one plays a file by the clock. */
export class SpokenMicrophone {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Before the page is opened. */
  static async plugInto(page: Page): Promise<SpokenMicrophone> {
    await page.addInitScript(() => {
      let context: AudioContext;
      let destination: MediaStreamAudioDestinationNode;
      navigator.mediaDevices.getUserMedia = async () => {
        context = new AudioContext();
        destination = context.createMediaStreamDestination();
        return destination.stream;
      };
      const say: Speaking['say'] = (samples, rateHz) => {
        const buffer = context.createBuffer(1, samples.length, rateHz);
        buffer.copyToChannel(Float32Array.from(samples), 0);
        const source = new AudioBufferSourceNode(context, { buffer });
        source.connect(destination);
        source.start();
      };
      Object.assign(window, { say });
    });
    return new SpokenMicrophone(page);
  }

  /** Says this from now on, 8 kHz. */
  async say(sound: Int16Array): Promise<void> {
    const samples = Array.from(sound, (sample) => sample / 32_768);
    await this.#page.evaluate(
      ([spoken, rateHz]) => (window as unknown as Speaking).say(spoken as number[], rateHz as number),
      [samples, RATE_HZ],
    );
  }
}
