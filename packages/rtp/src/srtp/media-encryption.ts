import type { MediaCrypto } from '../negotiated-media.ts';
import { SrtpReceiver } from './srtp-receiver.ts';
import { SrtpSender } from './srtp-sender.ts';

/** What was not authentic, over all keys of a call. */
interface Counts {
  forged: number;
  replayed: number;
}

/** Both directions of one call's SRTP. */
export class MediaEncryption {
  readonly counts: Counts;
  readonly #crypto: MediaCrypto;
  readonly #sender: SrtpSender;
  readonly #receiver: SrtpReceiver;

  /** `before`: what the call had last, whose keys may be the same. */
  constructor(crypto: MediaCrypto, before: MediaEncryption | null) {
    this.#crypto = crypto;
    this.counts = before?.counts ?? { forged: 0, replayed: 0 };
    // A key that stays goes on where it was, or a key stream would be used twice.
    this.#sender =
      before && isSameKey(before.#crypto, crypto, 'send') ? before.#sender : new SrtpSender(crypto.suite, crypto.send);
    this.#receiver =
      before && isSameKey(before.#crypto, crypto, 'receive')
        ? before.#receiver
        : new SrtpReceiver(crypto.suite, crypto.receive);
  }

  /** An RTP packet of ours as it goes out. */
  seal(packet: Uint8Array): Uint8Array {
    return this.#sender.seal(packet);
  }

  /** A packet of the peer's as RTP; null, and counted, when it is not authentic. */
  open(datagram: Uint8Array): Uint8Array | null {
    const opened = this.#receiver.open(datagram);
    if (opened instanceof Uint8Array) return opened;
    if (opened === 'replayed') this.counts.replayed += 1;
    else this.counts.forged += 1;
    return null;
  }
}

function isSameKey(before: MediaCrypto, after: MediaCrypto, way: 'send' | 'receive'): boolean {
  return before.suite === after.suite && Buffer.compare(before[way], after[way]) === 0;
}
