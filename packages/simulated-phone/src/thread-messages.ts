import type { PhoneEvent } from './phone-event.ts';
import type { PortRange } from './rtp-ports.ts';

/** What the phone's thread is given when it starts. */
export interface PhoneThreadData {
  host: string;
  port: number;
  rtpPorts: PortRange | undefined;
}

/** To the phone's thread. */
export type PhoneThreadCommand = { type: 'close' };

/** From the phone's thread. */
export type PhoneThreadReport =
  | { type: 'started'; port: number }
  /** `code` is the system's: EADDRINUSE and the like. */
  | { type: 'notStarted'; message: string; code: string | null }
  | { type: 'event'; event: PhoneEvent };
