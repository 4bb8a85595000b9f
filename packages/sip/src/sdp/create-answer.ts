import type { AudioCodec, Direction } from '@parley/rtp';
import { type CodecMapping, eventsWith, isCodec, type TelephoneEventMapping } from './codecs.ts';
import type { CryptoAttribute } from './crypto-attribute.ts';
import { type RemoteMedia, requireReachable, seenFromHere } from './remote-media.ts';
import { SdpError } from './sdp-error.ts';
import { audioSection, type LocalMedia, refusedSection, writeSdp } from './write-sdp.ts';

export interface AnswerOptions extends LocalMedia {
  readonly codecs: readonly AudioCodec[];
  /** What we encrypt with: under the tag and with the suite of the offered key that is taken. */
  readonly crypto?: CryptoAttribute | null;
}

export interface CreatedAnswer {
  readonly sdp: string;
  /** The one codec of the answer, under the offer's payload type: the first of the offer that we have. */
  readonly codec: CodecMapping & { readonly name: AudioCodec };
  readonly telephoneEvents: TelephoneEventMapping | null;
  /** As we see it: `recvonly` while the peer holds us. */
  readonly direction: Direction;
}

/**
 * Answers an offer: one codec, telephone events when offered, every other stream refused. Throws SdpError `no_common_codec` or
 * `unreachable` (488).
 */
export function createAnswer(offer: RemoteMedia, options: AnswerOptions): CreatedAnswer {
  requireReachable(offer, options.address);
  const codec = chooseCodec(offer.codecs, options.codecs);
  const telephoneEvents = eventsWith(offer.telephoneEvents, codec);
  const direction = seenFromHere(offer.direction);
  const transport = {
    cryptos: options.crypto ? [options.crypto] : [],
    rtcpMux: offer.hasMux,
    rtcpReducedSize: offer.hasReducedSize,
  };
  const media = offer.sections.map((section, index) =>
    index === offer.audioSection
      ? audioSection(options, [codec], telephoneEvents ? [telephoneEvents] : [], direction, {
          ...transport,
          protocol: section.protocol,
        })
      : refusedSection(section),
  );
  return { sdp: writeSdp(options, media), codec, telephoneEvents, direction };
}

function chooseCodec(offered: readonly CodecMapping[], ours: readonly AudioCodec[]): CreatedAnswer['codec'] {
  for (const codec of offered) {
    const name = ours.find((candidate) => isCodec(codec, candidate));
    if (name !== undefined) return { ...codec, name };
  }
  const names = offered.map((codec) => codec.name).join(', ') || 'none that is known';
  throw new SdpError('no_common_codec', `no common codec: offered are ${names}`);
}
