/** sdp-transform 3.0.0 ships no types: these are the parts of it that are used here. */
declare module 'sdp-transform' {
  export interface ConnectionLine {
    version: number;
    ip: string | number;
  }

  import type { Direction } from '@parley/rtp';

  export interface MediaDescription {
    type: string | number;
    port: number | string;
    protocol: string | number;
    payloads?: string | number;
    connection?: ConnectionLine;
    rtp: { payload: number | string; codec: string | number; rate?: number | string; encoding?: number | string }[];
    fmtp: { payload: number | string; config: string | number }[];
    ptime?: number | string;
    maxptime?: number | string;
    rtcp?: { port: number; netType?: string; ipVer?: number; address?: string };
    rtcpMux?: string;
    direction?: Direction;
    crypto?: { id: number; suite: string; config: string }[];
  }

  export interface SessionDescription {
    version?: number | string;
    origin?: {
      username: string;
      sessionId: number | string;
      sessionVersion: number | string;
      netType: string;
      ipVer: number;
      address: string;
    };
    name?: string | number;
    connection?: ConnectionLine;
    timing?: { start: number; stop: number };
    direction?: Direction;
    media: MediaDescription[];
  }

  const sdpTransform: {
    parse(sdp: string): SessionDescription;
    write(session: SessionDescription): string;
  };
  export default sdpTransform;
}
