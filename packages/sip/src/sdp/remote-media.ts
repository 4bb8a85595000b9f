import type { Direction } from 'sdp-transform';
import type { CodecMapping } from './codecs.ts';

/** The audio of the peer. */
export interface RemoteMedia {
  readonly address: string;
  readonly port: number;
  /** In the peer's order of preference, telephone-event left out. */
  readonly codecs: readonly CodecMapping[];
  readonly telephoneEventPayloadType: number | null;
  /** As the peer sees it: `sendonly` means that it holds us. */
  readonly direction: Direction;
  readonly ptimeMs: number;
  /** All m-lines, which an answer must repeat in this order (RFC 3264 section 6), and which of them is the audio above. */
  readonly sections: readonly MediaSection[];
  readonly audioSection: number;
}

export interface MediaSection {
  readonly type: string;
  readonly protocol: string;
  readonly payloads: string;
}

export type { Direction };
