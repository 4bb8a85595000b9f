import { randomBytes, randomUUID } from 'node:crypto';
import type { SigningKey } from './signing-key.ts';
import { TelnyxStream } from './telnyx-stream.ts';

export interface Hangup {
  hangup_cause: string;
  hangup_source?: string;
  sip_hangup_cause?: string;
}

interface TelnyxCallOptions {
  connectionId: string;
  key: SigningKey;
  direction: 'incoming' | 'outgoing';
  to: string;
  from: string;
  /** Where events go; null: there is no such address. */
  webhookUrl: string | null;
}

/** What a command says of the audio of a call, and of its events. */
export interface StreamParams {
  stream_url?: string;
  stream_bidirectional_mode?: string;
  stream_bidirectional_codec?: string;
  stream_codec?: string;
  client_state?: string;
  webhook_url?: string;
}

/** One call at Telnyx. */
export class TelnyxCall {
  readonly callControlId = `v3:${randomBytes(32).toString('base64url')}`;
  readonly options: TelnyxCallOptions;
  readonly #legId = randomUUID();
  isAnswered = false;
  /** The cause that was reported with the end. */
  hangup: Hangup | null = null;
  clientState: string | null = null;
  stream: TelnyxStream | null = null;
  /** HTTP statuses that our events got. */
  readonly answers: number[] = [];
  /** Ms of audio that has to wait before it is played. */
  lagMs = 0;
  isOutOfOrder = false;
  readonly #over = Promise.withResolvers<void>();

  constructor(options: TelnyxCallOptions) {
    this.options = options;
  }

  get isOver(): boolean {
    return this.hangup !== null;
  }

  /** Resolves when the call has ended. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** Tells of the call, whatever it is at this moment: events come late, twice, and in any order. */
  async tell(type: string, extra: object = {}): Promise<void> {
    const { webhookUrl, key } = this.options;
    if (webhookUrl === null) return;
    const response = await key.post(webhookUrl, this.event(type, extra)).catch(() => null);
    this.answers.push(response?.status ?? 0);
  }

  event(type: string, extra: object = {}): object {
    const { connectionId, direction, to, from } = this.options;
    const payload = {
      ...{ call_control_id: this.callControlId, call_leg_id: this.#legId, call_session_id: this.#legId },
      ...{
        connection_id: connectionId,
        client_state: this.clientState,
        to,
        from,
        start_time: new Date().toISOString(),
      },
      ...(type === 'call.initiated' ? { direction, state: direction === 'incoming' ? 'parked' : 'bridging' } : {}),
      ...extra,
    };
    const occurred = { id: randomUUID(), occurred_at: new Date().toISOString() };
    return { data: { record_type: 'event', event_type: type, ...occurred, payload }, meta: { attempt: 1 } };
  }

  /** `fields`: of the caller. */
  initiate(fields: object = {}): Promise<void> {
    return this.tell('call.initiated', fields);
  }

  /** The callee, or the command of the other side, answers: the audio is brought to its address. */
  async answer({ stream_url: url, stream_bidirectional_mode: mode, stream_codec: codec }: StreamParams): Promise<void> {
    this.isAnswered = true;
    await this.tell('call.answered');
    if (this.isOver || url === undefined || mode !== 'rtp' || codec !== 'PCMU') return;
    const { callControlId, clientState, lagMs, isOutOfOrder } = this;
    try {
      this.stream = await TelnyxStream.open(url, { callControlId, clientState, lagMs, isOutOfOrder });
    } catch {
      await this.tell('streaming.failed', { failure_reason: 'connection_failed' });
    }
  }

  /** It ends, and its end is reported. */
  async end(hangup: Hangup): Promise<void> {
    if (this.isOver) return;
    this.hangup = hangup;
    this.stream?.stop();
    this.#over.resolve();
    await this.tell('call.hangup', hangup);
  }

  /** The person hangs up. */
  hangUp(): Promise<void> {
    return this.end({ hangup_cause: 'normal_clearing', hangup_source: 'callee', sip_hangup_cause: '200' });
  }
}
