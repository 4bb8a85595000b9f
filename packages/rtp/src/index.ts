export { emodelMos, unheardRate } from './mos.ts';
export type {
  AudioCodec,
  Direction,
  MediaCrypto,
  NegotiatedMedia,
  NegotiatedRtcp,
  OpusReception,
  Payload,
} from './negotiated-media.ts';
export { preferPacedThread } from './paced-thread.ts';
export { Pacer } from './pacer.ts';
export { parseRtp, type RtpPacket, writeRtp } from './packet.ts';
export type { ReportFigures } from './rtcp/report-session.ts';
export { RtpSession, type RtpSessionOptions, type RtpStats, type SeenPacket } from './session.ts';
export { SrtpReceiver } from './srtp/srtp-receiver.ts';
export { SrtpSender } from './srtp/srtp-sender.ts';
export { masterKeyBytes, SRTP_SUITES, type SrtpSuite } from './srtp/suite.ts';
export type { StreamFigures } from './stream-record.ts';
export type { TickLagSummary } from './tick-lag.ts';
