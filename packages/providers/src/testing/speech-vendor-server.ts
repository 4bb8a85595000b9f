import { audioSamples } from './clause-audio.ts';
import type { HeardSpeech, SpeechToTextServer } from './conformance/speech-to-text-fixture.ts';
import type { TextToSpeechServer } from './conformance/text-to-speech.ts';
import { type VendorPeer, VendorServer } from './vendor-server.ts';

/** A socket on which a vendor listens, in the words of its protocol. */
type Listening = Pick<SpeechToTextServer, 'heardMs' | 'finalizes' | 'messages' | 'hear' | 'settle'>;
/** A socket on which it speaks. */
type Speaking = Pick<TextToSpeechServer, 'release'>;

/** A vendor on loopback that listens and speaks over sockets: the newest of those on which it listens is the one meant. */
export abstract class SpeechVendorServer<L extends Listening, S extends Speaking>
  extends VendorServer
  implements SpeechToTextServer, TextToSpeechServer
{
  readonly clauses: string[] = [];
  protected readonly speaking = new Map<VendorPeer, S>();
  protected listening: L | null = null;

  get heardMs(): number {
    return this.listening?.heardMs ?? 0;
  }

  get finalizes(): number {
    return this.listening?.finalizes ?? 0;
  }

  get messages(): number {
    return this.listening?.messages ?? 0;
  }

  hear(speech: HeardSpeech): void {
    this.listening!.hear(speech);
  }

  settle(speech: HeardSpeech): void {
    this.listening!.settle(speech);
  }

  audioOf(text: string): Int16Array {
    return audioSamples(text);
  }

  abstract holdNext(): void;

  release(): void {
    for (const conversation of this.speaking.values()) conversation.release();
  }
}
