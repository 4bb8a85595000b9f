import { isIP } from 'node:net';
import type { Direction } from '@parley/rtp';
import sdpTransform, { type ConnectionLine, type MediaDescription } from 'sdp-transform';
import { type CodecMapping, opusReception, PTIME_MS, STATIC_CODECS, TELEPHONE_EVENT } from './codecs.ts';
import { type CryptoAttribute, readCryptoAttribute } from './crypto-attribute.ts';
import type { RemoteMedia } from './remote-media.ts';
import { SdpError } from './sdp-error.ts';
import { type SrtpPolicy, suits } from './srtp-policy.ts';

/** Only what is used below goes into the SDP parser: some of its other patterns take quadratic time on hostile lines. */
const RELEVANT_LINE =
  /^(?:[vosctm]=|a=(?:rtpmap:|fmtp:\d+ .*(?:[Ff][Ee][Cc]|[Bb][Ii][Tt][Rr][Aa][Tt][Ee])|crypto:|ptime:|maxptime:|rtcp:|rtcp-mux$|rtcp-rsize$|sendrecv|sendonly|recvonly|inactive))/;
const MAX_LINES = 500;
const MAX_LINE_LENGTH = 1000;

/** RFC 4566 section 9, FQDN. The last label of a name is never a number (RFC 3696 section 2). */
const HOST_NAME = /^(?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*\.?$/i;

/** With feedback messages (AVPF) it is the same for us, as we send none. */
const PLAIN: ReadonlySet<string> = new Set(['RTP/AVP', 'RTP/AVPF']);
const ENCRYPTED: ReadonlySet<string> = new Set(['RTP/SAVP', 'RTP/SAVPF']);

/** An address of zeros is hold as RFC 2543 had it (RFC 3264 section 8.4): the peer wants to receive nothing. */
const HELD: Readonly<Record<Direction, Direction>> = {
  sendrecv: 'sendonly',
  sendonly: 'sendonly',
  recvonly: 'inactive',
  inactive: 'inactive',
};

/**
 * Reads an offer or an answer. Of several audio streams it takes one that suits `srtp`. Throws SdpError when the text is no
 * description, when it has no audio over RTP, or none that is encrypted as `srtp` says.
 */
export function readSdp(text: string, srtp: SrtpPolicy = 'preferred'): RemoteMedia {
  const lines = relevantLines(text);
  const session = sdpTransform.parse(`${lines.join('\r\n')}\r\n`);
  const { audioSection, cryptos } = chooseAudio(session.media, cryptosBySection(lines), srtp);
  const audio = session.media[audioSection]!;
  const address = addressOf(audio.connection ?? session.connection);
  const mappings = codecsOf(audio);
  const direction = audio.direction ?? session.direction ?? 'sendrecv';
  return {
    address,
    port: Number(audio.port),
    codecs: mappings.filter((codec) => !isTelephoneEvent(codec)),
    telephoneEvents: mappings.filter(isTelephoneEvent),
    direction: isUnspecified(address) ? HELD[direction] : direction,
    ptimeMs: ptimeOf(audio),
    cryptos,
    rtcp: rtcpOf(audio, address),
    hasMux: audio.rtcpMux !== undefined,
    hasReducedSize: audio.rtcpRsize !== undefined,
    sections: session.media.map((media) => ({
      type: String(media.type),
      protocol: String(media.protocol),
      payloads: String(media.payloads ?? ''),
    })),
    audioSection,
  };
}

/** What is asked for, within what is bearable: RFC 4566 section 6, `ptime` and `maxptime`. */
function ptimeOf(audio: MediaDescription): number {
  const [askedMs, mostMs] = [Number(audio.ptime), Number(audio.maxptime)];
  return Math.min(askedMs > 0 ? askedMs : PTIME_MS, mostMs > 0 ? mostMs : Number.POSITIVE_INFINITY);
}

/** RFC 3605; left out, it is the port above that of RTP (RFC 3550 section 11). A name instead of an address is passed over. */
function rtcpOf({ port, rtcp }: MediaDescription, mediaAddress: string): RemoteMedia['rtcp'] {
  const address = String(rtcp?.address ?? '');
  const named = Number(rtcp?.port);
  return {
    address: isIP(address) === isIP(mediaAddress) ? address : mediaAddress,
    port: named > 0 && named <= 65_535 ? named : Number(port) + 1,
  };
}

function addressOf(connection: ConnectionLine | undefined): string {
  const address = String(connection?.ip ?? '').split('/', 1)[0] ?? '';
  if (isIP(address) !== 0) return address;
  if (HOST_NAME.test(address)) throw new SdpError('unreachable', `a host name is no address for media: ${address}`);
  throw new SdpError('malformed', 'the audio stream has no valid connection address');
}

function relevantLines(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/, MAX_LINES).map((line) => line.trimEnd());
  const relevant = lines.filter((line) => line.length <= MAX_LINE_LENGTH && RELEVANT_LINE.test(line));
  if (!relevant[0]?.startsWith('v=0'))
    throw new SdpError('malformed', 'not a session description: it does not begin with v=0');
  return relevant;
}

/** Those of each m-line that we can use, in their order. */
function cryptosBySection(lines: readonly string[]): CryptoAttribute[][] {
  const sections: CryptoAttribute[][] = [];
  for (const line of lines) {
    if (line.startsWith('m=')) sections.push([]);
    const crypto = line.startsWith('a=crypto:') ? readCryptoAttribute(line.slice('a=crypto:'.length)) : null;
    if (crypto) sections.at(-1)?.push(crypto);
  }
  return sections;
}

/** The stream that suits, an encrypted one first where that is wanted. Plain RTP may carry keys as well: RFC 8643. */
function chooseAudio(
  media: readonly MediaDescription[],
  cryptosOf: readonly CryptoAttribute[][],
  srtp: SrtpPolicy,
): { audioSection: number; cryptos: readonly CryptoAttribute[] } {
  const streams = media.flatMap((section, audioSection) => {
    if (!isAudio(section)) return [];
    const isProfileEncrypted = ENCRYPTED.has(String(section.protocol));
    const cryptos = srtp === 'off' ? [] : cryptosOf[audioSection]!;
    return [{ audioSection, cryptos, suits: suits(srtp, { isProfileEncrypted, hasKeys: cryptos.length > 0 }) }];
  });
  if (streams.length === 0) throw new SdpError('no_audio', 'the description has no audio stream over RTP');
  const suitable = streams.filter((stream) => stream.suits);
  const chosen = suitable.find(({ cryptos }) => cryptos.length > 0) ?? suitable[0];
  if (!chosen) throw new SdpError('no_common_encryption', UNSUITABLE[srtp]);
  return chosen;
}

/** Why no stream suits, by what is wanted here. */
const UNSUITABLE: Readonly<Record<SrtpPolicy, string>> = {
  off: 'the sound is encrypted, and SRTP is off here',
  preferred: 'the sound is encrypted without a key that is known here',
  required: 'the sound is not encrypted, or without a key that is known here, and SRTP is required',
};

function isAudio(media: MediaDescription): boolean {
  const port = Number(media.port);
  const protocol = String(media.protocol);
  return media.type === 'audio' && port > 0 && port <= 65_535 && (PLAIN.has(protocol) || ENCRYPTED.has(protocol));
}

function codecsOf(media: MediaDescription): CodecMapping[] {
  const mappings: CodecMapping[] = [];
  for (const payload of String(media.payloads ?? '').split(' ')) {
    const payloadType = Number(payload);
    if (payload === '' || !Number.isInteger(payloadType) || payloadType < 0 || payloadType > 127) continue;
    const mapping = dynamicCodec(media, payloadType) ?? STATIC_CODECS.get(payloadType);
    if (mapping) mappings.push(mapping);
  }
  return mappings;
}

function dynamicCodec(media: MediaDescription, payloadType: number): CodecMapping | null {
  const map = media.rtp.find((line) => line.payload === payloadType);
  if (!map) return null;
  const mapping = { name: String(map.codec).toUpperCase(), payloadType, clockRateHz: Number(map.rate) };
  const format = media.fmtp.find((line) => line.payload === payloadType);
  return mapping.name === 'OPUS' && format
    ? { ...mapping, opusReception: opusReception(String(format.config)) }
    : mapping;
}

function isTelephoneEvent(codec: CodecMapping): boolean {
  return codec.name === TELEPHONE_EVENT.toUpperCase();
}

function isUnspecified(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}
