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
  /** Whoever is there now, with what it may do now; throws when it may not do this. */
  permit(permission: Permission): Promise<Principal>;
  /** The call is over. */
  onEnded(): void;
  /** What could not be stored when the client was gone. */
  onFailure(error: unknown): void;
}

interface Carried {
  run: CallRun;
  pipe: SoundPipe;
  unwatch(): void;
  leave(): void;
}

type Permission = 'calls:read' | 'calls:write';

/** What one client does over one socket: at most one call. Commands are carried out one after the other. */
export class LiveSession {
  readonly #options: LiveSessionOptions;
  #leg: BrowserLeg | null = null;
  #supervisor: Supervisor | null = null;
  #carried: Carried | null = null;
  readonly #gone = new AbortController();

  constructor(options: LiveSessionOptions) {
    this.#options = options;
  }

  async obey(command: LiveCommand): Promise<void> {
    switch (command.type) {
      case 'talk':
        return this.#talk(command);
      case 'dtmf':
        this.#requireTalk().press(command.digit);
        return;
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

  /** A frame of the client. False when it is none. Before there is a call nobody hears it. */
  hear(data: Buffer): boolean {
    return this.#carried?.pipe.hear(data) ?? true;
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

  async #listen(command: Extract<LiveCommand, { type: 'listen' }>): Promise<void> {
    this.#requireNoCall();
    const principal = await this.#options.permit('calls:read');
    const pipe = this.#openPipe(command.sample_rate);
    try {
      const { control } = this.#options.dependencies;
      const supervisor = await control.listen(principal, command.call_id, pipe.frames, this.#gone.signal);
      this.#supervisor = supervisor;
      this.#carry(supervisor.run, pipe, () => {
        supervisor.leave(principal).catch(this.#options.onFailure);
      });
    } catch (error) {
      pipe.close();
      // Nobody is there to be told.
      if (!this.#gone.signal.aborted) throw error;
    }
  }

  async #whisper(text: string): Promise<void> {
    const principal = await this.#options.permit('calls:write');
    const { run } = this.#carried ?? this.#requireCall();
    await this.#options.dependencies.control.whisper(principal, run.callId, text);
  }

  async #hangUp(): Promise<void> {
    if (this.#leg) this.#leg.disconnect();
    else await this.#requireSupervisor().hangUp(await this.#options.permit('calls:write'));
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
      case 'ended':
        send({ type: 'ended', end_reason: event.endReason });
        onEnded();
        return;
      default:
        send(event);
    }
  }

  #requireNoCall(): void {
    if (this.#carried === null) return;
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
