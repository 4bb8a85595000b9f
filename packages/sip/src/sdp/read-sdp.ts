import { isIP } from 'node:net';
import type { Direction } from '@parley/rtp';
import sdpTransform, { type ConnectionLine, type MediaDescription, type SessionDescription } from 'sdp-transform';
import { type CodecMapping, PTIME_MS, STATIC_CODECS, TELEPHONE_CLOCK_RATE_HZ, TELEPHONE_EVENT } from './codecs.ts';
import type { RemoteMedia } from './remote-media.ts';
import { SdpError } from './sdp-error.ts';

/** Only what is used below goes into the SDP parser: some of its other patterns take quadratic time on hostile lines. */
const RELEVANT_LINE = /^(?:[vosctm]=|a=(?:rtpmap:|ptime:|maxptime:|sendrecv|sendonly|recvonly|inactive))/;
const MAX_LINES = 500;
const MAX_LINE_LENGTH = 1000;

/** RFC 4566 section 9, FQDN. The last label of a name is never a number (RFC 3696 section 2). */
const HOST_NAME = /^(?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*\.?$/i;

/** Plain RTP; with feedback messages (AVPF) it is the same for us, as we send none. */
const PROTOCOLS: ReadonlySet<string> = new Set(['RTP/AVP', 'RTP/AVPF']);

/** An address of zeros is hold as RFC 2543 had it (RFC 3264 section 8.4): the peer wants to receive nothing. */
const HELD: Readonly<Record<Direction, Direction>> = {
  sendrecv: 'sendonly',
  sendonly: 'sendonly',
  recvonly: 'inactive',
  inactive: 'inactive',
};

/** Reads an offer or an answer. Throws SdpError when it is none, or when it has no audio over plain RTP. */
export function readSdp(text: string): RemoteMedia {
  const session = parse(text);
  const audioSection = session.media.findIndex(isUsableAudio);
  const audio = session.media[audioSection];
  if (!audio) throw new SdpError('no_audio', 'the description has no audio stream over RTP/AVP');
  const address = addressOf(audio.connection ?? session.connection);
  const mappings = codecsOf(audio);
  const direction = audio.direction ?? session.direction ?? 'sendrecv';
  return {
    address,
    port: Number(audio.port),
    codecs: mappings.filter((codec) => codec.name !== TELEPHONE_EVENT.toUpperCase()),
    telephoneEventPayloadType: mappings.find(isTelephoneEvent)?.payloadType ?? null,
    direction: isUnspecified(address) ? HELD[direction] : direction,
    ptimeMs: ptimeOf(audio),
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

function addressOf(connection: ConnectionLine | undefined): string {
  const address = String(connection?.ip ?? '').split('/', 1)[0] ?? '';
  if (isIP(address) !== 0) return address;
  if (HOST_NAME.test(address)) throw new SdpError('unreachable', `a host name is no address for media: ${address}`);
  throw new SdpError('malformed', 'the audio stream has no valid connection address');
}

function parse(text: string): SessionDescription {
  const lines = text.split(/\r\n|\r|\n/, MAX_LINES).map((line) => line.trimEnd());
  const relevant = lines.filter((line) => line.length <= MAX_LINE_LENGTH && RELEVANT_LINE.test(line));
  if (!relevant[0]?.startsWith('v=0'))
    throw new SdpError('malformed', 'not a session description: it does not begin with v=0');
  return sdpTransform.parse(`${relevant.join('\r\n')}\r\n`);
}

function isUsableAudio(media: MediaDescription): boolean {
  const port = Number(media.port);
  return media.type === 'audio' && port > 0 && port <= 65_535 && PROTOCOLS.has(String(media.protocol));
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
  return map ? { name: String(map.codec).toUpperCase(), payloadType, clockRateHz: Number(map.rate) } : null;
}

function isTelephoneEvent(codec: CodecMapping): boolean {
  return codec.name === TELEPHONE_EVENT.toUpperCase() && codec.clockRateHz === TELEPHONE_CLOCK_RATE_HZ;
}

function isUnspecified(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}
