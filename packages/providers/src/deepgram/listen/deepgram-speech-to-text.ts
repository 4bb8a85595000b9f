import type {
  SpeechToText,
  SpeechToTextCapabilities,
  SpeechToTextOptions,
  SpeechToTextStream,
} from '@parley/conversation/provider';
import { WireSound } from '../../recognition/wire-sound.ts';
import type { VendorSocket } from '../../transport/vendor-socket.ts';
import type { VendorConnection } from '../../vendor.ts';
import { DeepgramAccount } from '../deepgram-account.ts';
import { FluxDialogue } from './flux-dialogue.ts';
import { type ListenModel, listenModel } from './listen-model.ts';
import { ListenStream } from './listen-stream.ts';
import { NovaDialogue } from './nova-dialogue.ts';

/**
 * Nova is what is recommended of 20 to 250 ms a message: two frames are the fewest messages without a wait that counts.
 * Flux: "80 ms strongly recommended" (https://developers.deepgram.com/docs/flux/nova-3-migration).
 */
const NOVA_FRAMES = 2;
const FLUX_FRAMES = 4;

/** Recognition by Deepgram: Nova on `/v1/listen`, Flux on `/v2/listen`. */
export class DeepgramSpeechToText implements SpeechToText {
  readonly name: string;
  readonly capabilities: SpeechToTextCapabilities;
  readonly #account: DeepgramAccount;
  readonly #model: ListenModel;

  constructor(connection: VendorConnection, model: string | null) {
    this.#account = new DeepgramAccount(connection, 'stt');
    this.name = this.#account.vendor.provider;
    this.#model = listenModel(model);
    this.capabilities = this.#model.capabilities;
  }

  async open(options: SpeechToTextOptions): Promise<SpeechToTextStream> {
    const { path, parametersOf } = this.#model;
    const sound = new WireSound(options.sampleRateHz);
    const format: [string, string][] = [
      ['encoding', sound.isWide ? 'linear16' : 'mulaw'],
      ['sample_rate', String(sound.rateHz)],
    ];
    const socket = this.#account.connect(path, [...format, ...parametersOf(options)]);
    const stream = this.#streamOn(socket, sound, options.signal);
    try {
      await socket.opened;
    } catch (cause) {
      stream.close();
      options.signal.throwIfAborted();
      throw cause;
    }
    return stream;
  }

  #streamOn(socket: VendorSocket, sound: WireSound, signal: AbortSignal): ListenStream {
    const { vendor } = this.#account;
    if (this.#model.protocol === 'flux')
      return new ListenStream({
        socket,
        vendor,
        sound,
        signal,
        framesPerMessage: FLUX_FRAMES,
        keepAlive: null,
        dialogue: (port) => new FluxDialogue(port),
      });
    return new ListenStream({
      socket,
      vendor,
      sound,
      signal,
      framesPerMessage: NOVA_FRAMES,
      keepAlive: { type: 'KeepAlive' },
      dialogue: (port) => new NovaDialogue(port),
    });
  }
}
