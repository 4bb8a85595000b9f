import { FRAME_MS } from '@parley/audio';
import type { createVoiceActivityDetector } from '@parley/providers';
import type { Pacer } from '@parley/rtp';
import type { CallEvent, IncomingCall, ReferredEvent } from '@parley/sip';
import { Negotiation } from './negotiation.ts';
import type { Persona, Ringing } from './persona.ts';
import {
  type PersonaCommand,
  type PersonaEvent,
  type PersonaState,
  type PersonaTransition,
  startPersona,
  stepPersona,
} from './persona-machine.ts';
import { PersonaVoice, type Uttered } from './persona-voice.ts';
import { personaFor } from './personas.ts';
import type { PhoneEvent, PhoneHappening } from './phone-event.ts';
import type { PhoneMedia } from './phone-media.ts';
import type { SoundLibrary } from './sound-library.ts';
import { TransferCourse } from './transfer-course.ts';

export type VoiceActivityFactory = Awaited<ReturnType<typeof createVoiceActivityDetector>>;

export interface PhoneCallOptions {
  call: IncomingCall;
  /** The number that was called. */
  number: string;
  persona: Persona;
  /** Closed with the call. */
  media: PhoneMedia;
  newDetector: VoiceActivityFactory;
  pacer: Pacer;
  sounds: SoundLibrary;
  onEvent(event: PhoneEvent): void;
  /** The call is over, and all that it held is released. */
  onOver(): void;
}

/** One call at the phone: lends the persona ears, mouth, and a hand on the hook. */
export class PhoneCall {
  private readonly options: PhoneCallOptions;
  private readonly call: IncomingCall;
  private readonly media: PhoneMedia;
  private readonly negotiation: Negotiation;
  private readonly voice: PersonaVoice;
  private readonly detector: ReturnType<VoiceActivityFactory>;
  private ticking: { remove(): void } | null = null;
  private state: PersonaState = { phase: 'ended' };
  private answered = false;
  private sinceAnswerMs = 0;
  /** Its first audio was synthesized, or cannot be: the phone does not pick up before it can say hello. */
  private isReady = false;
  private unreadyFrames = 0;
  private released = false;
  /** Under way: the person is on hold, and neither hears nor says anything. */
  private transfer: { target: string; course: TransferCourse; notify(status: number): void } | null = null;

  constructor(options: PhoneCallOptions) {
    this.options = options;
    this.call = options.call;
    this.media = options.media;
    this.negotiation = new Negotiation(this.call, this.media, (message) => this.tell({ type: 'failed', message }));
    this.voice = new PersonaVoice(options.persona, options.sounds);
    this.detector = options.newDetector();
    this.media.onDigit = (digit) => this.hearDigit(digit);
  }

  /** Once. The call ends by itself, or by `close`. */
  start(): void {
    void this.awaitFirstSound();
    this.ticking = this.options.pacer.add(() => this.tick());
    this.obey(startPersona(this.options.persona));
    this.call.on((event) => this.receive(event));
  }

  private async awaitFirstSound(): Promise<void> {
    const { persona, sounds } = this.options;
    const first = persona.script.find((step) => step.action === 'play');
    // A failure is reported when the audio is played.
    if (first) await sounds.load(first.sound).catch(() => undefined);
    this.isReady = true;
  }

  /** Ends the call in whatever state it is; resolves when it is over. Idempotent. */
  close(): Promise<void> {
    this.release();
    return this.call.hangUp();
  }

  private tick(): void {
    const heard = this.answered ? this.media.pull() : null;
    if (this.transfer) {
      this.media.send(null);
      this.sinceAnswerMs += FRAME_MS;
      this.goOnTransferring(this.transfer);
      return;
    }
    if (this.answered || this.isReady) {
      this.passRingTime();
      this.step({ type: 'frame', agentSpeaks: heard !== null && this.detector.isSpeech(heard) });
    } else this.unreadyFrames += 1;
    if (this.released) return;
    const { frame, ended } = this.voice.nextFrame();
    this.media.send(frame);
    if (this.answered) this.sinceAnswerMs += FRAME_MS;
    if (!ended) return;
    this.tellUttered(ended);
    this.step({ type: 'soundEnded' });
  }

  /** It rang while its first sound was synthesized: that delays the answer only when it took longer. */
  private passRingTime(): void {
    for (; this.unreadyFrames > 0 && !this.answered; this.unreadyFrames -= 1)
      this.step({ type: 'frame', agentSpeaks: false });
  }

  private hearDigit(digit: string): void {
    this.tell({ type: 'digit', digit, heardMs: this.sinceAnswerMs });
    this.step({ type: 'digit', digit });
  }

  private step(event: PersonaEvent): void {
    this.obey(stepPersona(this.state, event, this.options.persona));
  }

  private obey({ state, commands }: PersonaTransition): void {
    this.state = state;
    for (const command of commands) this.execute(command);
    if (this.state.phase === 'ended') this.release();
  }

  private execute(command: PersonaCommand): void {
    switch (command.type) {
      case 'ring':
        this.ring(command.earlyMedia);
        break;
      case 'answer':
        this.answer();
        break;
      case 'reject':
        this.call.reject(command.status);
        break;
      case 'play':
        this.voice.play(command.sound);
        break;
      case 'stopSound':
        this.tellUttered(this.voice.stop());
        break;
      case 'hangUp':
        void this.call.hangUp();
    }
  }

  private ring(earlyMedia: boolean): void {
    this.tell({ type: 'rang', atMs: Date.now() });
    // Early media in answer to an offer only: an offer in a 183 would need PRACK (RFC 3262 section 5).
    if (!earlyMedia || this.call.sdp === null) {
      this.call.ring();
      return;
    }
    const description = this.negotiation.agree();
    if (description === null) return;
    this.call.earlyMedia(description);
    this.voice.ring();
  }

  private answer(): void {
    this.voice.stop();
    const description = this.negotiation.agree();
    if (description === null) return;
    this.call.answer(description);
    this.answered = true;
    this.tell({ type: 'answered', atMs: Date.now() });
  }

  private receive(event: CallEvent): void {
    switch (event.type) {
      case 'answered':
        this.negotiation.takeAnswer(event.sdp);
        break;
      case 'reinvited':
        this.negotiation.renegotiate(event);
        break;
      case 'dtmf':
        this.hearDigit(event.digit);
        break;
      case 'referred':
        this.takeTransfer(event);
        break;
      case 'ended':
        this.step({ type: 'gone' });
        this.release();
        this.tell({ type: 'ended', atMs: Date.now(), by: event.by, cause: event.cause });
        this.options.onOver();
        break;
    }
  }

  private takeTransfer(event: ReferredEvent): void {
    const target = event.targetUser ?? event.target;
    const { transfers } = this.options.persona;
    this.tell({ type: 'transfer', target, status: transfers === 'accept' ? 202 : transfers });
    if (transfers !== 'accept') event.reject(transfers);
    else this.transfer = { target, course: new TransferCourse(ringingOf(event)), notify: event.accept() };
  }

  private goOnTransferring({ target, course, notify }: NonNullable<typeof this.transfer>): void {
    const status = course.tick();
    if (status === null) return;
    notify(status);
    this.tell({ type: 'transfer', target, status });
    // Put through it waits to be hung up on; back on the line it goes on where it was.
    if (status >= 300) this.transfer = null;
  }

  private tellUttered(uttered: Uttered | null): void {
    if (uttered) this.tell(this.asHappening(uttered));
  }

  private asHappening({ sound, playedMs, whole, failure }: Uttered): PhoneHappening {
    if (failure !== null) return { type: 'failed', message: `a line could not be spoken: ${failure}` };
    const endMs = this.sinceAnswerMs;
    const startMs = endMs - playedMs;
    if (sound.type === 'tone') return { type: 'beeped', startMs, endMs };
    return { type: 'said', text: sound.text, startMs, endMs, whole: whole && sound.portion === undefined };
  }

  private tell(happening: PhoneHappening): void {
    const { number, persona, onEvent } = this.options;
    onEvent({ ...happening, callId: this.call.callId, number, persona: persona.name });
  }

  /** Idempotent: no packet and no timer outlives the persona's part in the call. */
  private release(): void {
    if (this.released) return;
    this.released = true;
    this.tellUttered(this.voice.stop());
    this.ticking?.remove();
    this.media.close();
    this.detector.close();
  }
}

/** Whose dialog is to be replaced has answered already (RFC 3891 section 3). */
function ringingOf({ target, targetUser, replaces }: ReferredEvent): Ringing {
  return replaces ? { outcome: 'answer', ringMs: 0, earlyMedia: false } : personaFor(targetUser ?? target).ringing;
}
