import type { PhoneEvent } from './phone-event.ts';
import type { SimulatedPhoneOptions } from './simulated-phone.ts';

/** What the phone's thread is given when it starts. */
export type PhoneThreadData = Omit<SimulatedPhoneOptions, 'onEvent'>;

/** To the phone's thread. */
export type PhoneThreadCommand = { type: 'close' };

/** From the phone's thread. */
export type PhoneThreadReport =
  | { type: 'started'; port: number }
  /** `code` is the system's: EADDRINUSE and the like. */
  | { type: 'notStarted'; message: string; code: string | null }
  | { type: 'event'; event: PhoneEvent };
