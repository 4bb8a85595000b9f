import captureUrl from './capture-worklet.ts?worker&url';
import { LIVE_FRAME_SAMPLES } from './live-sound.ts';

/** Why there is no microphone, in words that say what to do. */
class MicrophoneError extends Error {
  override readonly name = 'MicrophoneError';
}

/** Sends the microphone as frames, silence while it is muted, until it is closed. */
export class Microphone {
  isMuted = false;
  readonly #context: AudioContext;
  readonly #stream: MediaStream;

  private constructor(context: AudioContext, stream: MediaStream) {
    this.#context = context;
    this.#stream = stream;
  }

  static async open(onFrame: (frame: ArrayBuffer) => void): Promise<Microphone> {
    const stream = await requestStream();
    const context = new AudioContext({ latencyHint: 'interactive' });
    const microphone = new Microphone(context, stream);
    try {
      await context.audioWorklet.addModule(captureUrl);
      const node = new AudioWorkletNode(context, 'capture', {
        numberOfOutputs: 0,
        channelCount: 1,
        channelCountMode: 'explicit',
      });
      node.port.onmessage = ({ data }: MessageEvent<ArrayBuffer>) =>
        onFrame(microphone.isMuted ? new ArrayBuffer(2 * LIVE_FRAME_SAMPLES) : data);
      context.createMediaStreamSource(stream).connect(node);
      void context.resume();
      return microphone;
    } catch (error) {
      microphone.close();
      throw error;
    }
  }

  close(): void {
    for (const track of this.#stream.getTracks()) track.stop();
    void this.#context.close();
  }
}

async function requestStream(): Promise<MediaStream> {
  // Browsers hide it from pages of plain http.
  if (navigator.mediaDevices === undefined) {
    throw new MicrophoneError(
      'The browser gives its microphone to pages of https:// or localhost only. Open Parley at such an address.',
    );
  }
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
  } catch (error) {
    throw new MicrophoneError(reasons[(error as DOMException).name] ?? 'The microphone cannot be used.', {
      cause: error,
    });
  }
}

const reasons: Record<string, string> = {
  NotAllowedError:
    "The microphone is blocked for this page. Allow it in the browser's settings for this site, then try again.",
  NotFoundError: 'There is no microphone. Connect one, then try again.',
  NotReadableError: 'Another program uses the microphone. Close it, then try again.',
};
