import type { MediaCrypto } from '../negotiated-media.ts';
import { SrtcpReceiver } from './srtcp-receiver.ts';
import { SrtcpSender } from './srtcp-sender.ts';
import { SrtpReceiver } from './srtp-receiver.ts';
import { SrtpSender } from './srtp-sender.ts';

/** What was not authentic, over all keys of a call. */
interface Counts {
  forged: number;
  replayed: number;
}

/** Both directions of one call's SRTP and SRTCP. */
export class MediaEncryption {
  readonly counts: Counts;
  readonly #crypto: MediaCrypto;
  readonly #sending: { readonly media: SrtpSender; readonly reports: SrtcpSender };
  readonly #receiving: { readonly media: SrtpReceiver; readonly reports: SrtcpReceiver };

  /** `before`: what the call had last, whose keys may be the same. */
  constructor(crypto: MediaCrypto, before: MediaEncryption | null) {
    this.#crypto = crypto;
    this.counts = before?.counts ?? { forged: 0, replayed: 0 };
    // A key that stays goes on where it was, or a key stream would be used twice.
    const { suite, send, receive } = crypto;
    this.#sending =
      before && isSameKey(before.#crypto, crypto, 'send')
        ? before.#sending
        : { media: new SrtpSender(suite, send), reports: new SrtcpSender(suite, send) };
    this.#receiving =
      before && isSameKey(before.#crypto, crypto, 'receive')
        ? before.#receiving
        : { media: new SrtpReceiver(suite, receive), reports: new SrtcpReceiver(suite, receive) };
  }

  /** An RTP packet of ours as it goes out. */
  seal(packet: Uint8Array): Uint8Array {
    return this.#sending.media.seal(packet);
  }

  /** A packet of the peer's as RTP; null, and counted, when it is not authentic. */
  open(datagram: Uint8Array): Uint8Array | null {
    const opened = this.#receiving.media.open(datagram);
    if (opened instanceof Uint8Array) return opened;
    if (opened === 'replayed') this.counts.replayed += 1;
    else this.counts.forged += 1;
    return null;
  }

  /** A datagram of RTCP of ours as it goes out. */
  sealReport(datagram: Uint8Array): Uint8Array {
    return this.#sending.reports.seal(datagram);
  }

  /** A datagram of the peer's as RTCP; null when it is not authentic. */
  openReport(datagram: Uint8Array): Uint8Array | null {
    const opened = this.#receiving.reports.open(datagram);
    return opened instanceof Uint8Array ? opened : null;
  }
}

function isSameKey(before: MediaCrypto, after: MediaCrypto, way: 'send' | 'receive'): boolean {
  return before.suite === after.suite && Buffer.compare(before[way], after[way]) === 0;
}
