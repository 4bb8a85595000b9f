import { type MessagePort, parentPort } from 'node:worker_threads';
import { Pacer, preferPacedThread } from '@parley/rtp';
import type { ProviderConnection } from '../../kernel/provider-connection.ts';
import type { MediaAgent } from '../media.ts';
import type { MediaCommand, MediaMessage, MediaThreadData } from '../protocol.ts';
import { CallMedia } from './call-media.ts';
import { CallScope, FaultAttribution } from './fault-attribution.ts';
import { openCaptureDisk, PacketCapture } from './packet-capture.ts';
import type { AgentProviders } from './providers.ts';
import { openRecordingDisk, Recorder } from './recorder.ts';
import { RtpPorts } from './rtp-ports.ts';

/** The vendors of a thread. */
export interface ProviderSource {
  forAgent(agent: MediaAgent, connections: readonly ProviderConnection[], accountId: string): Promise<AgentProviders>;
  close(): Promise<void>;
}

/** Serves the calls of this worker thread until it is stopped. */
export async function runMediaThread(
  data: MediaThreadData,
  startProviders: () => Promise<ProviderSource>,
): Promise<void> {
  preferPacedThread();
  const port = parentPort!;
  const calls = new MediaCalls(data, await startProviders(), port);
  port.on('message', (command: MediaCommand) => calls.obey(command));
  port.postMessage({ type: 'ready' } satisfies MediaMessage);
}

/** The calls of one media thread, whose media it owns whole. A fault ends one call at most. */
class MediaCalls {
  readonly #data: MediaThreadData;
  readonly #providers: ProviderSource;
  readonly #port: MessagePort;
  readonly #pacer = new Pacer();
  readonly #rtpPorts: RtpPorts;
  readonly #disk = openRecordingDisk();
  readonly #captureDisk = openCaptureDisk();
  readonly #calls = new Map<string, { media: CallMedia; scope: CallScope }>();
  readonly #faults = new FaultAttribution({
    onUnknown: (error) => this.#reportFault(null, error),
    giveUp: () => process.exit(1),
  });
  #stopping = false;

  constructor(data: MediaThreadData, providers: ProviderSource, port: MessagePort) {
    this.#data = data;
    this.#providers = providers;
    this.#port = port;
    this.#rtpPorts = new RtpPorts(data);
    this.#pacer.onError = this.#faults.attribute;
    process.on('uncaughtException', this.#faults.attribute);
    process.on('unhandledRejection', this.#faults.attribute);
  }

  obey(command: MediaCommand): void {
    switch (command.type) {
      case 'open':
        void this.#open(command);
        return;
      case 'answer':
        this.#within(command.callId, (media) => media.answer(command.remote));
        return;
      case 'redirect':
        this.#within(command.callId, (media) => media.redirect(command.remote));
        return;
      case 'dtmf':
        this.#within(command.callId, (media) => media.dtmf(command.digit));
        return;
      case 'farewell':
        this.#within(command.callId, (media) => media.sayFarewell());
        return;
      case 'join':
        void this.#join(command);
        return;
      case 'redirect_leg':
        this.#within(command.callId, (media) => media.redirectLeg(command.legId, command.remote));
        return;
      case 'dtmf_of':
        this.#within(command.callId, (media) => media.dtmfOf(command.legId, command.digit));
        return;
      case 'brief':
        this.#within(command.callId, (media) => media.brief(command.legId, command.briefing));
        return;
      case 'connect':
        this.#within(command.callId, (media) => media.connect(command.connection, command.waiting));
        return;
      case 'leave':
        this.#within(command.callId, (media) => media.leave(command.legId));
        return;
      case 'take_over':
        this.#within(command.callId, (media) => media.takeOver(command.legId, command.by));
        return;
      case 'give_back':
        this.#within(command.callId, (media) => media.giveBack(command.legId));
        return;
      case 'whisper':
        this.#within(command.callId, (media) => media.whisper(command.text));
        return;
      case 'passages':
        this.#within(command.callId, (media) => media.tellPassages(command.searchId, command.passages));
        return;
      case 'settle_tool':
        this.#within(command.callId, (media) => media.settleTool(command.id, command.result));
        return;
      case 'use_tools':
        this.#within(command.callId, (media) => media.useTools(command.tools));
        return;
      case 'hold':
        this.#within(command.callId, (media) => media.hold(command.by, command.waiting));
        return;
      case 'resume':
        this.#within(command.callId, (media) => media.resume());
        return;
      case 'transferring':
        this.#within(command.callId, (media) => media.transferring(command.by));
        return;
      case 'hand_on':
        this.#within(command.callId, (media) => media.handOn(command.by, command.to));
        return;
      case 'transferred':
        this.#within(command.callId, (media) => media.transferred());
        return;
      case 'person_joined':
        this.#within(command.callId, (media) => media.personJoined());
        return;
      case 'person_left':
        this.#within(command.callId, (media) => media.personLeft());
        return;
      case 'transfer_failed':
        this.#within(command.callId, (media) => media.transferFailed(command.reason));
        return;
      case 'close':
        void this.#close(command.callId);
        return;
      case 'ping':
        this.#post({ type: 'pong' });
        return;
      case 'report_pacing':
        this.#reportPacing();
        return;
      case 'stop':
        void this.#stop();
        return;
    }
  }

  #within(callId: string, work: (media: CallMedia) => void): void {
    const call = this.#calls.get(callId);
    if (call) this.#faults.within(call.scope, () => work(call.media));
  }

  async #join({ callId, legId, role, legNo, ...sound }: Extract<MediaCommand, { type: 'join' }>): Promise<void> {
    const call = this.#calls.get(callId);
    if (!call) {
      sound.frames?.port.close();
      this.#post({ type: 'join_failed', callId, legId, message: 'the call is over' });
      return;
    }
    try {
      const port = await this.#faults.begin(call.scope, () => call.media.join(legId, role, sound, legNo));
      this.#post({ type: 'joined', callId, legId, port });
    } catch (error) {
      this.#post({ type: 'join_failed', callId, legId, message: asError(error).message });
    }
  }

  async #open(command: Extract<MediaCommand, { type: 'open' }>): Promise<void> {
    const {
      callId,
      accountId,
      agent,
      connections,
      record,
      frames,
      isOverIpv6 = false,
      expectedRateHz = 8000,
    } = command;
    const { recordingsDir, capturesAudio } = this.#data;
    const scope = new CallScope();
    try {
      const media = await this.#faults.begin(scope, async () =>
        CallMedia.open({
          callId,
          agent,
          recorder: record ? new Recorder({ disk: this.#disk, recordingsDir, callId }) : null,
          capture:
            record && capturesAudio ? new PacketCapture({ disk: this.#captureDisk, recordingsDir, callId }) : null,
          providers: await this.#providers.forAgent(agent, connections, accountId),
          pace: (tick) => this.#pace(scope, tick),
          within: (work) => this.#faults.within(scope, work),
          rtpPorts: this.#rtpPorts,
          ...{ frames, isOverIpv6, expectedRateHz },
          onEvent: (event) => this.#post({ type: 'event', callId, event }),
        }),
      );
      this.#calls.set(callId, { media, scope });
      this.#post({ type: 'opened', callId, port: media.port });
      scope.whenFailed((error) => {
        this.#reportFault(callId, error);
        media.fail(error);
      });
    } catch (error) {
      this.#post({ type: 'open_failed', callId, message: asError(error).message });
    }
  }

  #pace(scope: CallScope, tick: () => void): { remove(): void } {
    // All calls share the pacer's timer.
    return this.#faults.outside(() => this.#pacer.add(() => this.#faults.within(scope, tick)));
  }

  async #close(callId: string): Promise<void> {
    const call = this.#calls.get(callId);
    if (!call) return;
    this.#calls.delete(callId);
    const result = await this.#faults.begin(call.scope, () => call.media.close());
    this.#post({ type: 'closed', callId, result });
  }

  async #stop(): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    await Promise.all([...this.#calls.keys()].map((callId) => this.#close(callId)));
    this.#pacer.close();
    await this.#providers.close();
    this.#post({ type: 'stopped' });
    this.#port.close();
  }

  #reportPacing(): void {
    const { count, over20, p50Ms, p99Ms, maxMs } = this.#pacer.tickLag;
    this.#pacer.reset();
    this.#post({ type: 'pacing', report: { count, over20, p50Ms, p99Ms, maxMs } });
  }

  #reportFault(callId: string | null, fault: unknown): void {
    this.#post({ type: 'fault', callId, error: asError(fault) });
  }

  #post(message: MediaMessage): void {
    this.#port.postMessage(message);
  }
}

/** The part of an error that another thread can receive: its other properties may not be cloneable. */
function asError(fault: unknown): Error {
  if (!(fault instanceof Error)) return new Error(String(fault));
  const error = new Error(fault.message);
  error.name = fault.name;
  if (fault.stack !== undefined) error.stack = fault.stack;
  return error;
}
