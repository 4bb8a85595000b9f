import { type IncomingCall, type ReinvitedEvent, SdpError } from '@parley/sip';
import type { PhoneMedia } from './phone-media.ts';

/** Agrees with the caller upon the session: the first time, and at each change. */
export class Negotiation {
  private readonly call: IncomingCall;
  private readonly media: PhoneMedia;
  private readonly onProblem: (message: string) => void;
  /** What 183 and 200 both say. */
  private description: string | null = null;

  /** `onProblem` hears why a description cannot be used. */
  constructor(call: IncomingCall, media: PhoneMedia, onProblem: (message: string) => void) {
    this.call = call;
    this.media = media;
    this.onProblem = onProblem;
  }

  /** Our description of the session. Null when the two sides cannot agree: the call is refused then. */
  agree(): string | null {
    try {
      this.description ??= this.media.describe(this.call.sdp);
    } catch (error) {
      this.call.reject(this.statusOf(error));
    }
    return this.description;
  }

  /** The caller's answer, when we have offered; hangs up when it cannot be used. */
  takeAnswer(sdp: string): void {
    try {
      this.media.takeAnswer(sdp);
    } catch (error) {
      this.statusOf(error);
      void this.call.hangUp();
    }
  }

  renegotiate({ sdp, answer, reject }: ReinvitedEvent): void {
    if (sdp !== null && this.media.isOffering) {
      this.takeAnswer(sdp);
      return;
    }
    try {
      answer(this.media.describe(sdp));
    } catch (error) {
      reject(this.statusOf(error));
    }
  }

  /** The SIP status that says what is wrong with a description; any other error goes on. */
  private statusOf(error: unknown): number {
    if (!(error instanceof SdpError)) throw error;
    this.onProblem(error.message);
    return error.status;
  }
}
