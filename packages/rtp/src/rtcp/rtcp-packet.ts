/** What one side reports of the stream of another (RFC 3550 section 6.4.1). */
export interface ReportBlock {
  /** The stream that it is about. */
  ssrc: number;
  /** Since the report before, in 256ths: 0 to 255. */
  fractionLost: number;
  /** Since the beginning; negative when more came twice than was lost. 24 bits. */
  packetsLost: number;
  /** Extended by the cycles of the sequence number, 32 bits. */
  highestSequence: number;
  /** Interarrival jitter in units of the timestamp. */
  jitter: number;
  /** The middle 32 bits of the time in the last sender report; 0 when there was none. */
  lastReport: number;
  /** From its arrival to this report, in 65536ths of a second. */
  sinceLastReport: number;
}

/** Seconds since 1900 and their 2³²ths (RFC 3550 section 4). */
export interface NtpTime {
  seconds: number;
  fraction: number;
}

export interface SenderReport {
  type: 'sender_report';
  ssrc: number;
  sentAt: NtpTime;
  /** The same moment on the clock of RTP. */
  rtpTimestamp: number;
  packets: number;
  /** Of payload. */
  octets: number;
  /** At most 31. */
  blocks: ReportBlock[];
}

interface ReceiverReport {
  type: 'receiver_report';
  ssrc: number;
  blocks: ReportBlock[];
}

export interface SourceDescription {
  type: 'source_description';
  /** At most 31. Items other than CNAME are left out. */
  sources: { ssrc: number; cname: string | null }[];
}

export interface Bye {
  type: 'bye';
  /** At most 31. */
  ssrcs: number[];
}

/** A packet of RTCP (RFC 3550 section 6). */
export type RtcpPacket = SenderReport | ReceiverReport | SourceDescription | Bye;

export const RTCP_VERSION = 2;
export const RTCP_HEADER_BYTES = 4;
export const REPORT_BLOCK_BYTES = 24;
/** RFC 3550 section 12.1. */
export const RTCP_TYPES = { sender_report: 200, receiver_report: 201, source_description: 202, bye: 203 } as const;
/** RFC 3550 section 6.5.1; 0 ends the items of a source. */
export const SDES_CNAME = 1;
