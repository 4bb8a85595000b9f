import { isIPv6 } from 'node:net';
import type { Direction } from '@parley/rtp';
import {
  type CodecMapping,
  encodingOf,
  OPUS_PARAMETERS,
  PTIME_MS,
  TELEPHONE_EVENT,
  TELEPHONE_EVENT_RANGE,
  type TelephoneEventMapping,
} from './codecs.ts';
import { type CryptoAttribute, cryptoLine } from './crypto-attribute.ts';
import type { MediaSection } from './remote-media.ts';

/** Our side of a session. */
export interface LocalMedia {
  readonly address: string; // where RTP is wanted
  readonly port: number;
  readonly sessionId: number | string; // decimal digits, the same for the whole call
  readonly sessionVersion?: number; // grows by one with each change (RFC 3264 section 8); default 1
}

/** How RTP and RTCP of an m-line travel. */
interface SectionTransport {
  readonly protocol: string;
  readonly cryptos: readonly CryptoAttribute[];
  readonly rtcpMux: boolean;
  readonly rtcpReducedSize: boolean;
}

/** The lines of one m-line and what belongs to it. */
export type SectionLines = readonly string[];

export function audioSection(
  local: LocalMedia,
  codecs: readonly CodecMapping[],
  events: readonly TelephoneEventMapping[],
  direction: Direction,
  { protocol, cryptos, rtcpMux, rtcpReducedSize }: SectionTransport,
): SectionLines {
  const payloads = [...codecs, ...events].map(({ payloadType }) => payloadType).join(' ');
  const opus = codecs.filter(({ name }) => name === 'OPUS');
  return [
    `m=audio ${local.port} ${protocol} ${payloads}`,
    ...codecs.map((codec) => `a=rtpmap:${codec.payloadType} ${encodingOf(codec)}`),
    ...events.map(({ payloadType, clockRateHz }) => `a=rtpmap:${payloadType} ${TELEPHONE_EVENT}/${clockRateHz}`),
    ...opus.map(({ payloadType }) => `a=fmtp:${payloadType} ${OPUS_PARAMETERS}`),
    ...events.map(({ payloadType }) => `a=fmtp:${payloadType} ${TELEPHONE_EVENT_RANGE}`),
    ...cryptos.map(cryptoLine),
    `a=ptime:${PTIME_MS}`,
    `a=${direction}`,
    // Without it ours is at the port above that of RTP, which goes without saying (RFC 3550 section 11).
    ...(rtcpMux ? ['a=rtcp-mux'] : []),
    ...(rtcpReducedSize ? ['a=rtcp-rsize'] : []),
  ];
}

/** Port 0 refuses a stream; the rest of its line is repeated (RFC 3264 section 6). */
export function refusedSection({ type, protocol, payloads }: MediaSection): SectionLines {
  return [`m=${type} 0 ${protocol} ${payloads}`];
}

/** A whole description (RFC 4566). Throws RangeError for an address or a session id that would break its lines. */
export function writeSdp(local: LocalMedia, sections: readonly SectionLines[]): string {
  const { address, sessionId, sessionVersion = 1 } = local;
  if (!/^[A-Za-z0-9.:-]+$/.test(address)) throw new RangeError(`not an address: ${JSON.stringify(address)}`);
  if (!/^[0-9]+$/.test(String(sessionId))) throw new RangeError('a session id consists of decimal digits');
  const network = `IN IP${isIPv6(address) ? 6 : 4} ${address}`;
  const session = ['v=0', `o=- ${sessionId} ${sessionVersion} ${network}`, 's=-', `c=${network}`, 't=0 0'];
  return `${[session, ...sections].flat().join('\r\n')}\r\n`;
}
