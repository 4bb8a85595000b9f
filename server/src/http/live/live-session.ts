import type { LiveCommand, LiveMessage } from '@parley/contract';
import type { BrowserCalls } from '../../calls/browser-calls.ts';
import type { LiveControl, Supervisor } from '../../calls/live-control.ts';
import type { LiveEvent } from '../../calls/live-feed.ts';
import type { CallRun } from '../../calls/run-call.ts';
import { BrowserLeg } from '../../carriers/browser/browser-leg.ts';
import type { Principal } from '../../kernel/principal.ts';
import { RequestError } from '../../kernel/request-error.ts';
import { SoundPipe, type SoundSocket } from './sound-pipe.ts';

export interface LiveDependencies {
  browserCalls: BrowserCalls;
  control: LiveControl;
}

export interface LiveSessionOptions {
  dependencies: LiveDependencies;
  socket: SoundSocket;
  send(message: LiveMessage): void;
  /** The principal with its current permissions; throws when it lacks this one. */
  permit(permission: Permission): Promise<Principal>;
  /** The call is over. */
  onEnded(): void;
  /** What could not be stored when the client was gone. */
  onFailure(error: unknown): void;
  /** A command came to nothing after others were obeyed. */
  onRefused(command: LiveCommand['type'], error: unknown): void;
}

interface Carried {
  run: CallRun;
  pipe: SoundPipe;
  unwatch(): void;
  leave(): void;
}

type Permission = 'calls:read' | 'calls:write';

/**
 * What one client does over one socket: at most one call. Commands are carried out one after the other, but for waiting for
 * a queued call.
 */
export class LiveSession {
  readonly #options: LiveSessionOptions;
  #leg: BrowserLeg | null = null;
  #supervisor: Supervisor | null = null;
  #carried: Carried | null = null;
  /** The queued call that is waited for. */
  #awaitedId: string | null = null;
  readonly #gone = new AbortController();

  constructor(options: LiveSessionOptions) {
    this.#options = options;
  }

  async obey(command: LiveCommand): Promise<void> {
    switch (command.type) {
      case 'talk':
        return this.#talk(command);
      case 'dtmf':
        return this.#press(command.digit);
      case 'listen':
        return this.#listen(command);
      case 'whisper':
        return this.#whisper(command.text);
      case 'take_over':
        return this.#requireSupervisor().takeOver(await this.#options.permit('calls:write'));
      case 'give_back':
        return this.#requireSupervisor().giveBack(await this.#options.permit('calls:write'));
      case 'hang_up':
        return this.#hangUp();
    }
  }

  /**
   * A frame of the client; false when it is none. Dropped before the call begins, and while the client only listens.
   */
  hear(data: Buffer): boolean {
    if (!this.#carried) return true;
    const { pipe } = this.#carried;
    return this.#isHeard ? pipe.hear(data) : pipe.isFrame(data);
  }

  /**
   * Ends what the principal may no longer do, since roles change in mid-call: talking stops, and a call that was taken
   * over returns to the agent. @throws what `permit` throws to those who may not even listen
   */
  async permitAgain(): Promise<void> {
    const { permit, send } = this.#options;
    if (!this.#isHeard) {
      await permit('calls:read');
      return;
    }
    try {
      await permit('calls:write');
    } catch (error) {
      if (!(error instanceof RequestError && error.code === 'forbidden')) throw error;
      send({ type: 'error', command: null, error: error.body.error });
      if (this.#leg) this.#leg.disconnect();
      else await this.#supervisor?.giveBack(await permit('calls:read'));
    }
  }

  /** The client is gone. Idempotent. */
  close(): void {
    this.#gone.abort();
    const carried = this.#carried;
    this.#carried = null;
    carried?.unwatch();
    carried?.leave();
    // A port that is closed cannot be handed to a media thread any more.
    void carried?.run.media.then(() => carried.pipe.close());
  }

  async #talk(command: Extract<LiveCommand, { type: 'talk' }>): Promise<void> {
    this.#requireNoCall();
    const principal = await this.#options.permit('calls:write');
    const pipe = this.#openPipe(command.sample_rate);
    try {
      const { agent_id: agentId, settings, variables } = command;
      let leg: BrowserLeg | null = null;
      const run = await this.#options.dependencies.browserCalls.begin(
        principal,
        { agentId, settings, variables },
        (to) => {
          leg = new BrowserLeg({ to, frames: pipe.frames });
          return leg;
        },
      );
      this.#leg = leg;
      this.#carry(run, pipe, () => this.#leg?.disconnect());
    } catch (error) {
      pipe.close();
      throw error;
    }
  }

  /** Returns when the call was joined, or is found to be queued: then it is joined when it is dialed. */
  async #listen(command: Extract<LiveCommand, { type: 'listen' }>): Promise<void> {
    this.#requireNoCall();
    const principal = await this.#options.permit('calls:read');
    const queued = Promise.withResolvers<void>();
    let isQueued = false;
    const joining = this.#join(principal, command, () => {
      isQueued = true;
      this.#awaitedId = command.call_id;
      queued.resolve();
    }).finally(() => {
      this.#awaitedId = null;
    });
    await Promise.race([joining, queued.promise]);
    if (isQueued) joining.catch((error: unknown) => this.#options.onRefused('listen', error));
  }

  async #join(
    principal: Principal,
    command: Extract<LiveCommand, { type: 'listen' }>,
    onQueued: () => void,
  ): Promise<void> {
    const pipe = this.#openPipe(command.sample_rate);
    try {
      const { control } = this.#options.dependencies;
      const waiting = { signal: this.#gone.signal, onQueued };
      const supervisor = await control.listen(principal, command.call_id, pipe.frames, waiting);
      this.#supervisor = supervisor;
      this.#carry(supervisor.run, pipe, () => {
        supervisor.leave(principal).catch(this.#options.onFailure);
      });
    } catch (error) {
      pipe.close();
      // After a disconnect there is no client to inform.
      if (!this.#gone.signal.aborted) throw error;
    }
  }

  async #whisper(text: string): Promise<void> {
    const principal = await this.#options.permit('calls:write');
    const { run } = this.#carried ?? this.#requireCall();
    await this.#options.dependencies.control.whisper(principal, run.callId, text);
  }

  async #press(digit: string): Promise<void> {
    const leg = this.#requireTalk();
    await this.#options.permit('calls:write');
    leg.press(digit);
  }

  async #hangUp(): Promise<void> {
    const { permit, dependencies } = this.#options;
    if (this.#leg) {
      await permit('calls:write');
      this.#leg.disconnect();
    } else if (this.#awaitedId !== null) {
      const callId = this.#awaitedId;
      await dependencies.control.hangUp(await permit('calls:write'), callId);
    } else await this.#requireSupervisor().hangUp(await permit('calls:write'));
  }

  /** The caller, or the agent where this is the caller, hears the client now. */
  get #isHeard(): boolean {
    return this.#leg !== null || (this.#supervisor?.hasFloor ?? false);
  }

  #openPipe(sampleRateHz: 8000 | 16_000 = 16_000): SoundPipe {
    const { socket, send } = this.#options;
    return new SoundPipe({
      socket,
      sampleRateHz,
      onClear: () => send({ type: 'clear' }),
      onDigits: (digits) => send({ type: 'digits', digits }),
    });
  }

  #carry(run: CallRun, pipe: SoundPipe, leave: () => void): void {
    this.#options.send({ type: 'call', call_id: run.callId });
    this.#carried = { run, pipe, leave, unwatch: run.feed.watch((event) => this.#tell(event)) };
    // It has gone while its call was admitted.
    if (this.#gone.signal.aborted) this.close();
  }

  #tell(event: LiveEvent): void {
    const { send, onEnded } = this.#options;
    switch (event.type) {
      case 'floor':
        send({
          type: 'floor',
          holder: event.supervisorId === null ? 'agent' : 'supervisor',
          is_me: event.supervisorId !== null && event.supervisorId === this.#supervisor?.id,
        });
        return;
      case 'hold':
        send({ type: 'hold', on_hold: event.isOnHold });
        return;
      case 'ended':
        send({ type: 'ended', end_reason: event.endReason });
        onEnded();
        return;
      default:
        send(event);
    }
  }

  #requireNoCall(): void {
    if (this.#carried === null && this.#awaitedId === null) return;
    throw new RequestError('unprocessable', 'This socket carries a call already. Open another one.', { param: 'type' });
  }

  #requireTalk(): BrowserLeg {
    return this.#leg ?? this.#requireCall('It is possible in a call that was begun with {"type": "talk"}.');
  }

  #requireSupervisor(): Supervisor {
    return this.#supervisor ?? this.#requireCall('It is possible in a call that was joined with {"type": "listen"}.');
  }

  #requireCall(message = 'This socket carries no call. Begin with {"type": "talk"} or {"type": "listen"}.'): never {
    throw new RequestError('unprocessable', message, { param: 'type' });
  }
}
