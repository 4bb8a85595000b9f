import type { AudioRateHz, Frame } from '@parley/audio';
import {
  type Conversation,
  type ConversationEvent,
  type ConversationProviders,
  handoverWords,
  openConversation,
  type ToolCall,
  type ToolOutcome,
} from '@parley/conversation';
import type { NegotiatedMedia } from '@parley/rtp';
import type { FrameSound, LegSound } from '../../carriers/carrier.ts';
import type { Connection, LegRole, WaitingSound } from '../audibility.ts';
import type { FoundPassage, MediaAgent, MediaEvent, MediaResult, MediaToolResult } from '../media.ts';
import { type CallKnowledge, informed, openKnowledge, searchKnowledge } from './call-knowledge.ts';
import { CallLegs } from './call-legs.ts';
import { CallTranscript } from './call-transcript.ts';
import { concluded } from './concluded.ts';
import { Consultation } from './consultation.ts';
import { conversationAgent, toolsOf } from './conversation-agent.ts';
import { FrameEndpoint } from './frame-endpoint.ts';
import { handoverSummary } from './handover-summary.ts';
import type { MediaEndpoint } from './media-endpoint.ts';
import type { PacketCapture } from './packet-capture.ts';
import { PassageSearches } from './passage-searches.ts';
import type { AgentProviders } from './providers.ts';
import type { Recorder } from './recorder.ts';
import { RtpEndpoint } from './rtp-endpoint.ts';
import type { RtpPorts } from './rtp-ports.ts';
import { NO_SOUND, SilenceWatch } from './silence-watch.ts';
import { ToolCalls } from './tool-calls.ts';

const TICK_MS = 20;

export interface CallMediaOptions {
  callId: string;
  agent: MediaAgent;
  /** Null: the call is not recorded. */
  recorder: Recorder | null;
  /** Null: the packets of the other side's audio are not kept. */
  capture: PacketCapture | null;
  providers: AgentProviders;
  /** Calls `tick` every 20 ms; what it throws comes back by `fail`. */
  pace(tick: () => void): { remove(): void };
  /** Runs what comes from elsewhere for this call; what it throws comes back by `fail`. */
  within(work: () => void): void;
  rtpPorts: RtpPorts;
  /** The other side's audio, where it does not come over RTP. */
  frames: FrameSound | null;
  /** Of what is spoken before the answer. */
  expectedRateHz: AudioRateHz;
  /** Its RTP is that of IPv6. */
  isOverIpv6: boolean;
  onEvent(event: MediaEvent): void;
}

/** One call's media: the other side, conversation and recording, all moved on by one tick of 20 ms. */
export class CallMedia {
  readonly #caller: MediaEndpoint;
  readonly #conversation: Conversation;
  readonly #options: CallMediaOptions;
  readonly #recorder: Recorder | null;
  readonly #vad: ConversationProviders['vad'];
  readonly #knowledge: CallKnowledge | null;
  readonly #searches: PassageSearches;
  readonly #legs: CallLegs;
  readonly #transcript: CallTranscript;
  /** BCP 47; what the call began in. */
  readonly #language: string;
  readonly #silence = new SilenceWatch();
  readonly #toolCalls: ToolCalls;
  #ticking: { remove(): void } | null = null;
  #conversedTicks = 0;
  #callTicks = 0;
  /** Until it is known how that went the network may send nothing, and the agent says nothing. */
  #isTransferring = false;
  #answeredBy: MediaResult['answeredBy'] = 'unknown';
  #closing: Promise<MediaResult> | null = null;

  private constructor(options: CallMediaOptions, caller: MediaEndpoint) {
    this.#options = options;
    this.#caller = caller;
    const { rtpPorts, within, onEvent } = options;
    this.#legs = new CallLegs(caller, { rtpPorts, within, onLost: (legId) => onEvent({ type: 'leg_lost', legId }) });
    this.#transcript = new CallTranscript(this.#legs.speakers, (turn) => onEvent({ type: 'turn', turn }));
    this.#recorder = options.recorder;
    this.#toolCalls = new ToolCalls(options.onEvent);
    this.#searches = new PassageSearches(options.onEvent);
    const { warnings: _, usageOf: __, ...providers } = options.providers;
    this.#vad = providers.vad;
    this.#knowledge = openKnowledge(options, (question) => this.#searches.search(question));
    const agent = conversationAgent(options.agent, options.providers, this.#knowledge?.tools ?? []);
    this.#language = agent.language;
    this.#conversation = openConversation({
      agent,
      providers: { ...providers, models: informed(providers.models, this.#knowledge) },
      runTool: (call, signal) => this.#runTool(call, signal),
      discardUnplayed: () => caller.discardUnplayed(),
      expectedRateHz: options.expectedRateHz,
      onEvent: (event) => this.#onConversationEvent(event),
    });
    caller.onDtmf = (digit) => this.dtmf(digit);
  }

  static async open(options: CallMediaOptions): Promise<CallMedia> {
    const { frames, within } = options;
    const caller = frames ? new FrameEndpoint({ ...frames, within }) : await openRtp(options);
    try {
      const media = new CallMedia(options, caller);
      // While the phone rings, so that the first words come at once; a failure shows itself again at the answer.
      media.#conversation.prepare().catch(() => {});
      return media;
    } catch (error) {
      caller.close();
      throw error;
    }
  }

  get port(): number {
    return this.#caller.port;
  }

  /** Media time 0, at the rate of the codec that was agreed. Null: nothing had to be. */
  answer(remote: NegotiatedMedia | null): void {
    if (this.#closing || this.#ticking) return;
    if (remote) this.redirect(remote);
    const { rateHz } = this.#caller;
    this.#recorder?.begin(rateHz);
    this.#conversation.start(rateHz).catch((error: unknown) => this.fail(error));
    this.#ticking = this.#options.pace(() => this.#exchange());
  }

  redirect(remote: NegotiatedMedia): void {
    this.#caller.redirect(remote);
  }

  dtmf(digit: string): void {
    if (!this.#legs.passDigit(digit)) this.#conversation.dtmf(digit);
  }

  /** Adds a leg. Resolves with the port for our SDP; 0 where the leg's audio comes as frames. */
  join(legId: string, role: LegRole, sound: LegSound, legNo: number): Promise<number> {
    return this.#legs.join(legId, role, sound, legNo);
  }

  redirectLeg(legId: string, remote: NegotiatedMedia): void {
    this.#legs.redirect(legId, remote);
  }

  dtmfOf(legId: string, digit: string): void {
    this.#legs.dtmf(legId, digit);
  }

  /** Idempotent. One who had taken over gives back. */
  leave(legId: string): void {
    this.giveBack(legId);
    this.#legs.leave(legId);
  }

  /** Who hears whom from now on. `waiting`: what the caller hears while another person is called. */
  connect(connection: Connection, waiting: WaitingSound | null): void {
    this.#transcript.endDeskHold(this.#callTicks * TICK_MS);
    this.#legs.connect(connection, waiting);
  }

  /** A supervisor talks with the caller, and the agent pauses. `by`: for the transcript. */
  takeOver(legId: string, by: string): void {
    if (!this.#legs.isSupervisor(legId)) return;
    // What the agent wanted to press is not wanted any more.
    this.#caller.clear();
    this.#conversation.standBy(by);
    this.#legs.takeOver(legId);
  }

  /** The agent goes on, if this supervisor had taken over. */
  giveBack(legId: string): void {
    if (this.#legs.speaker !== legId) return;
    this.#legs.giveBack();
    if (!this.#isTransferring) this.#conversation.resume();
  }

  /** Tells a further leg what the call is about; null: a summary of it. Whether it takes the call is an event. */
  brief(legId: string, briefing: string | null): void {
    const { onEvent, providers } = this.#options;
    const words = handoverWords(this.#language);
    const consultation = new Consultation({
      about: briefing === null ? this.#summary(words.waiting) : Promise.resolve(briefing),
      words,
      language: this.#language,
      rateHz: this.#caller.rateHz,
      voices: providers.voices,
      transcriber: providers.transcribers[0] ?? null,
      onAnswer: (isAccepted) => onEvent({ type: 'leg_answer', legId, isAccepted }),
      onWarning: (message) => onEvent({ type: 'warning', code: 'handover', message }),
    });
    this.#legs.consult(legId, consultation);
  }

  async #summary(otherwise: string): Promise<string> {
    return (await handoverSummary(this.#options.providers.models, this.#transcript.turns, this.#language)) ?? otherwise;
  }

  whisper(text: string): void {
    this.#conversation.whisper(text);
  }

  tellPassages(searchId: number, passages: FoundPassage[] | null): void {
    this.#searches.tell(searchId, passages);
  }

  settleTool(id: number, result: MediaToolResult): void {
    this.#toolCalls.settle(id, result);
  }

  useTools(tools: MediaAgent['tools']): void {
    const { agent } = this.#options;
    this.#conversation.useTools([...toolsOf({ ...agent, tools }), ...(this.#knowledge?.tools ?? [])]);
  }

  /** The caller hears this, and the agent pauses. `by`: for the transcript. */
  hold(by: string, waiting: WaitingSound): void {
    if (this.#transcript.isOnDeskHold) return;
    this.#transcript.beginDeskHold(by, this.#callTicks * TICK_MS);
    this.#legs.connect('held', waiting);
  }

  /** Idempotent. */
  resume(): void {
    if (this.#transcript.isOnDeskHold) this.connect('agent', null);
  }

  /** A person transfers the call: the agent pauses until that has failed. `by`: for the transcript. */
  transferring(by: string): void {
    this.#isTransferring = true;
    this.#caller.clear();
    this.#conversation.standBy(by);
  }

  /** The person who talks with the caller transfers them, or a supervisor does. `by`: for the transcript. */
  handOn(by: string, to: string): void {
    this.#transcript.noteTransfer(by, to, this.#callTicks * TICK_MS);
  }

  transferFailed(reason: string): void {
    this.#isTransferring = false;
    this.#conversation.transferFailed(reason);
    if (this.#legs.speaker === null) this.#conversation.resume();
  }

  transferred(): void {
    this.#isTransferring = false;
    this.#conversation.hangUp('transferred');
  }

  /** The agent talks with both. */
  personJoined(): void {
    this.#isTransferring = false;
    this.#conversation.personJoined();
  }

  personLeft(): void {
    this.#conversation.personLeft();
  }

  sayFarewell(): void {
    this.#conversation.takeLeave();
  }

  /** Idempotent. */
  close(): Promise<MediaResult> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** A fault of ours: the call ends, with what it has so far. */
  fail(error: unknown): void {
    this.#ticking?.remove();
    this.#caller.close();
    const message = error instanceof Error ? error.message : String(error);
    this.#options.onEvent({ type: 'failed', endReason: 'internal_error', message });
  }

  async #runTool(call: ToolCall, signal: AbortSignal): Promise<ToolOutcome | string> {
    if (this.#knowledge && call.name === searchKnowledge.name) return this.#knowledge.run(call, signal);
    return this.#toolCalls.run(call, signal);
  }

  #exchange(): void {
    const { caller, heardByAgent } = this.#legs.pull(this.#conversedTicks * TICK_MS);
    const agent = this.#caller.isHeld || this.#transcript.isOnDeskHold ? this.#wait() : this.#converse(heardByAgent);
    this.#callTicks += 1;
    const sent = this.#legs.send(agent);
    this.#recorder?.write(caller, sent);
  }

  #converse(heard: Frame | null): Frame | null {
    this.#conversedTicks += 1;
    this.#watchForSilence();
    return this.#conversation.tick(heard);
  }

  /**
   * On hold by the other side nothing may be sent, and what comes is music; on hold by the desk the agent is not heard. The
   * conversation stops where it is, its timers too, and goes on later.
   */
  #wait(): null {
    this.#transcript.noteWait(this.#conversedTicks * TICK_MS, TICK_MS);
    if (this.#caller.isHeld) this.#silence.reset();
    else this.#watchForSilence();
    return null;
  }

  #watchForSilence(): void {
    if (this.#isTransferring) this.#silence.reset();
    if (this.#silence.tick(this.#caller.received)) this.#options.onEvent(NO_SOUND);
  }

  #onConversationEvent(event: ConversationEvent): void {
    switch (event.type) {
      case 'turn':
        this.#transcript.add(event.turn);
        return;
      case 'hangup':
        this.#options.onEvent({ type: 'hangup', endReason: event.endReason });
        return;
      case 'answered_by':
        this.#answeredBy = event.who;
        this.#options.onEvent({ type: 'answered_by', who: event.who });
        return;
      case 'send_dtmf':
        this.#caller.sendDtmf(event.digits);
        return;
      case 'warning':
        this.#options.onEvent(event);
        return;
      case 'hearing':
        // Otherwise the call is not watched.
        if (this.#options.frames || this.#legs.isSupervised) this.#options.onEvent(event);
        return;
      case 'tool_started':
        this.#onToolStarted(event);
        return;
      case 'language_changed':
        this.#options.onEvent({ type: 'language', language: event.language });
        return;
      case 'transfer':
        this.#isTransferring = true;
        this.#options.onEvent(event);
        return;
      case 'latency':
      case 'language':
        // Latency comes once more, complete, with the result.
        return;
    }
  }

  #onToolStarted({ name, arguments: args, startMs }: Extract<ConversationEvent, { type: 'tool_started' }>): void {
    const start = this.#transcript.startOf(startMs);
    this.#options.onEvent({ type: 'tool_started', name, arguments: args, start });
  }

  async #close(): Promise<MediaResult> {
    this.#ticking?.remove();
    // Before the conversation ends, which may take a moment in which nothing can be expected of the other side.
    const stats = { ...this.#caller.stats, furtherLegs: this.#legs.stats };
    this.resume();
    const conversation = await concluded(this.#conversation, {
      reported: { turns: this.#transcript.turns, answeredBy: this.#answeredBy },
      turnsOf: (turns) => this.#transcript.whole(turns),
      usageOf: (usage) => this.#options.providers.usageOf(usage),
    });
    this.#caller.close();
    this.#legs.close();
    await Promise.all([this.#recorder?.close(), this.#options.capture?.close()]);
    this.#closeDetector();
    const warnings = [...this.#options.providers.warnings, ...conversation.warnings];
    if (this.#recorder?.failure) warnings.push(`The recording is not whole: ${this.#recorder.failure.message}`);
    return { ...conversation, warnings, recording: this.#recorder?.file ?? null, stats };
  }

  /** Its memory is not JavaScript's, so it is freed whatever became of the conversation. */
  #closeDetector(): void {
    try {
      this.#vad.close();
    } catch {
      // The conversation has closed it first, and reported this.
    }
  }
}

async function openRtp({ rtpPorts, isOverIpv6, capture }: CallMediaOptions): Promise<RtpEndpoint> {
  const session = await rtpPorts.open('agreed', isOverIpv6);
  capture?.tap(session);
  return new RtpEndpoint(session);
}
