export type { LatenessSummary } from './lateness.ts';
export { emodelMos } from './mos.ts';
export type { AudioCodec, Direction, NegotiatedMedia, Payload } from './negotiated-media.ts';
export { Pacer } from './pacer.ts';
export { parseRtp, type RtpPacket, writeRtp } from './packet.ts';
export { RtpSession, type RtpSessionOptions, type RtpStats } from './session.ts';
