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
    rtp: { payload: number | string; codec: string | number; rate?: number | string }[];
    fmtp: { payload: number | string; config: string | number }[];
    ptime?: number | string;
    maxptime?: number | string;
    rtcp?: { port: number; netType?: string; ipVer?: number; address?: string };
    rtcpMux?: string;
    rtcpRsize?: string;
    direction?: Direction;
  }

  export interface SessionDescription {
    connection?: ConnectionLine;
    direction?: Direction;
    media: MediaDescription[];
  }

  const sdpTransform: {
    parse(sdp: string): SessionDescription;
  };
  export default sdpTransform;
}
