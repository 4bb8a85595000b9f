import type { Vendor } from '../../vendor.ts';
import type { ConformanceServer } from './conformance-server.ts';

/** What the vendor has heard: words that follow each other from `startMs` to `endMs` of the newest stream's audio. */
export interface HeardSpeech {
  text: string;
  startMs: number;
  endMs: number;
}

export interface SpeechToTextServer extends ConformanceServer {
  /** Milliseconds of audio that came on the newest stream, or in the newest upload. */
  readonly heardMs: number;
  /** How often the newest stream was asked to end an utterance. */
  readonly finalizes: number;
  /** Messages that came on the newest stream, of any kind: each keeps it alive. */
  readonly messages: number;
  /** Reports of the utterance that is being said: it may still change. */
  hear(speech: HeardSpeech): void;
  /** Answers the oldest `finalize` without an answer, or one so many behind it. */
  settle(speech: HeardSpeech, behind?: number): void;
}

/**
 * How a vendor plugs in: a test file beside its code calls `speechToTextConformance` with this, once for each of its
 * protocols. `startServer` makes the vendor's fake (`<vendor>/testing/<vendor>-server.ts`, a subclass of
 * `VendorServer`), which translates the words of `SpeechToTextServer` into the vendor's messages as its documentation
 * has them. What only this vendor does is tested beside it.
 */
export interface SpeechToTextFixture {
  name: string;
  vendor: Vendor;
  model: string | null;
  startServer: () => Promise<SpeechToTextServer>;
  /** The vendor closes a stream to which nothing was sent for so long; null: it does not. */
  idleLimitMs: number | null;
  /** Its messages have times, by which late words find their utterance. Default: true. */
  tellsTimes?: boolean;
  /** It may answer a later utterance before an earlier one. Default: false. */
  answersInAnyOrder?: boolean;
  /**
   * It has no stream: each utterance is a request of its own, and what is being said is asked for in between. Silence is
   * never sent, nothing is asked of an utterance while an earlier one is not answered, and a request that broke off is
   * made once more. Default: false.
   */
  uploads?: boolean;
}
