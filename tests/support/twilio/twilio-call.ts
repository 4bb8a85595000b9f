import { randomBytes } from 'node:crypto';
import { postWebhook } from './post-webhook.ts';
import { TwilioStream } from './twilio-stream.ts';

export type TwilioStatus =
  | 'queued'
  | 'initiated'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'failed'
  | 'no-answer'
  | 'canceled';

const FINAL: readonly TwilioStatus[] = ['completed', 'busy', 'failed', 'no-answer', 'canceled'];

interface TwilioCallOptions {
  accountSid: string;
  authToken: string;
  direction: 'outbound-api' | 'inbound';
  to: string;
  from: string;
  /** Where reports go; null: there is no such address. */
  statusCallback: string | null;
}

/** One call at Twilio. */
export class TwilioCall {
  readonly sid = `CA${randomBytes(16).toString('hex')}`;
  readonly options: TwilioCallOptions;
  readonly createdAt = new Date();
  status: TwilioStatus = 'queued';
  stream: TwilioStream | null = null;
  /** HTTP statuses that our reports got. */
  readonly answers: number[] = [];
  /** Ms of audio that has to wait before it is played. */
  lagMs = 0;
  #sequence = 0;
  readonly #over = Promise.withResolvers<void>();

  constructor(options: TwilioCallOptions) {
    this.options = options;
  }

  get isOver(): boolean {
    return FINAL.includes(this.status);
  }

  /** Resolves when the call has ended. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** Moves on, and reports it. */
  async become(status: TwilioStatus, extra: Record<string, string> = {}): Promise<void> {
    if (this.isOver) return;
    this.status = status;
    if (this.isOver) {
      this.stream?.stop();
      this.#over.resolve();
    }
    await this.report(status, extra);
  }

  /** Reports a status, whatever it is at this moment: reports come late, twice, and in any order. */
  async report(status: TwilioStatus, extra: Record<string, string> = {}): Promise<void> {
    const { statusCallback, authToken } = this.options;
    if (statusCallback === null) return;
    const form = {
      ...this.form(status),
      Timestamp: new Date().toUTCString(),
      CallbackSource: 'call-progress-events',
      SequenceNumber: String(this.#sequence),
      ...(FINAL.includes(status) ? { CallDuration: '1', Duration: '1' } : {}),
      ...extra,
    };
    this.#sequence += 1;
    const response = await postWebhook(authToken, statusCallback, form).catch(() => null);
    this.answers.push(response?.status ?? 0);
  }

  /** What each of Twilio's requests says of the call. */
  form(status: TwilioStatus = this.status): Record<string, string> {
    const { accountSid, from, to, direction } = this.options;
    return {
      ...{ AccountSid: accountSid, ApiVersion: '2010-04-01', CallSid: this.sid, CallStatus: status },
      ...{ From: from, To: to, Caller: from, Called: to, Direction: direction },
    };
  }

  /** Carries out what TwiML says, and ends the call when that is done. */
  async carryOut(twiml: string): Promise<void> {
    const url = /<Connect>\s*<Stream url="([^"]+)"\s*\/>\s*<\/Connect>/.exec(twiml)?.[1]?.replaceAll('&amp;', '&');
    if (url !== undefined && !this.isOver) {
      const { accountSid } = this.options;
      try {
        this.stream = await TwilioStream.open(url, { accountSid, callSid: this.sid, lagMs: this.lagMs });
        await this.stream.closed;
      } catch {
        // Error 31920: the next verb follows, and there is none.
      }
    }
    await this.become('completed');
  }

  /** The person hangs up. */
  hangUp(): Promise<void> {
    return this.become('completed');
  }
}
