import { isIPv6 } from 'node:net';
import type { Direction } from '@parley/rtp';
import sdpTransform, { type MediaDescription } from 'sdp-transform';
import {
  type CodecMapping,
  encodingOf,
  OPUS_PARAMETERS,
  PTIME_MS,
  TELEPHONE_EVENT,
  TELEPHONE_EVENT_RANGE,
  type TelephoneEventMapping,
} from './codecs.ts';
import { type CryptoAttribute, writeCryptoAttribute } from './crypto-attribute.ts';

/** Our side of a session. */
export interface LocalMedia {
  readonly address: string; // where RTP is wanted
  readonly port: number;
  readonly sessionId: number | string; // decimal digits, the same for the whole call
  readonly sessionVersion?: number; // grows by one with each change (RFC 3264 section 8); default 1
}

export function audioSection(
  local: LocalMedia,
  codecs: readonly CodecMapping[],
  events: readonly TelephoneEventMapping[],
  direction: Direction,
  { protocol, cryptos, rtcpMux }: { protocol: string; cryptos: readonly CryptoAttribute[]; rtcpMux: boolean },
): MediaDescription {
  return {
    type: 'audio',
    port: local.port,
    protocol,
    payloads: [...codecs, ...events].map(({ payloadType }) => payloadType).join(' '),
    rtp: [
      ...codecs.map((codec) => ({ payload: codec.payloadType, ...encodingOf(codec) })),
      ...events.map(({ payloadType: payload, clockRateHz: rate }) => ({ payload, codec: TELEPHONE_EVENT, rate })),
    ],
    fmtp: [
      ...codecs
        .filter(({ name }) => name === 'OPUS')
        .map(({ payloadType: payload }) => ({ payload, config: OPUS_PARAMETERS })),
      ...events.map(({ payloadType: payload }) => ({ payload, config: TELEPHONE_EVENT_RANGE })),
    ],
    ptime: PTIME_MS,
    direction,
    crypto: cryptos.map(writeCryptoAttribute),
    // Without it ours is at the port above that of RTP, which goes without saying (RFC 3550 section 11).
    ...(rtcpMux ? { rtcpMux: 'rtcp-mux' } : {}),
  };
}

/** A whole description. Throws RangeError for an address or a session id that would break its lines. */
export function writeSdp(local: LocalMedia, media: MediaDescription[]): string {
  if (!/^[A-Za-z0-9.:-]+$/.test(local.address))
    throw new RangeError(`not an address: ${JSON.stringify(local.address)}`);
  if (!/^[0-9]+$/.test(String(local.sessionId))) throw new RangeError('a session id consists of decimal digits');
  const version = isIPv6(local.address) ? 6 : 4;
  return sdpTransform.write({
    version: 0,
    origin: {
      username: '-',
      sessionId: local.sessionId,
      sessionVersion: local.sessionVersion ?? 1,
      netType: 'IN',
      ipVer: version,
      address: local.address,
    },
    name: '-',
    connection: { version, ip: local.address },
    timing: { start: 0, stop: 0 },
    media,
  });
}
