import type { SpeechToSpeechEvent } from '@parley/conversation/provider';
import type { LiveServerContent } from './live-wire.ts';

interface Turn {
  itemId: string;
  text: string;
  hasAudio: boolean;
  hasEnded: boolean;
  /** It is not to be heard. */
  isDropped: boolean;
}

/**
 * The turns of a session, which has no names for them: what the model says is an item until it stops, calls a tool or is
 * interrupted; what the caller says is one until the model has answered it ("The transcription is independent to the
 * model turn which means it doesn't imply any ordering").
 */
export class LiveTurns {
  readonly #emit: (event: SpeechToSpeechEvent) => void;
  /** Between the model's first content and the end of its turn. */
  #isActive = false;
  #turn: Turn | null = null;
  /** The one before, whose words may be late. */
  #last: Turn | null = null;
  #turns = 0;
  #heard: { itemId: string; text: string } | null = null;
  /** The caller has spoken since the model did. */
  #hasVoice = false;
  /** The words that come are late: the caller has not spoken since the model did. */
  #isLate = false;
  #utterances = 0;
  #isMuted = false;
  /** The model was asked to speak. */
  #isAsked = false;
  /** What was asked for interrupts what is being said. */
  #interruptsItself = false;
  /** Something was said that was not heard. */
  #hasDropped = false;

  constructor(emit: (event: SpeechToSpeechEvent) => void) {
    this.#emit = emit;
  }

  get isActive(): boolean {
    return this.#isActive;
  }

  /** Neither side has begun anything that is not answered. */
  get isIdle(): boolean {
    return !this.#isActive && !this.#isAsked && !this.#hasVoice;
  }

  /** The model was asked to speak. */
  ask(): void {
    this.#isAsked = true;
    if (this.#isActive) this.#interruptsItself = true;
  }

  /** Nothing that the model says by itself is heard. Returns whether something was lost in the meantime. */
  mute(isMuted: boolean): boolean {
    this.#isMuted = isMuted;
    const hasDropped = this.#hasDropped;
    this.#hasDropped = false;
    return hasDropped;
  }

  /** What is being said is not wanted. */
  cancel(): void {
    this.#isAsked = false;
    if (!this.#isActive) return;
    this.#begin().isDropped = true;
    this.#endItem();
  }

  /** The caller speaks: words that came before are of what was answered. */
  hearVoice(): void {
    this.#hasVoice = true;
    if (this.#isLate) this.#endHeard();
  }

  hear(content: LiveServerContent): void {
    const { modelTurn, inputTranscription, outputTranscription } = content;
    if (inputTranscription?.text) this.#hear(inputTranscription.text);
    if (content.interrupted) this.#interrupt();
    for (const { inlineData } of modelTurn?.parts ?? []) if (inlineData?.data) this.#play(inlineData.data);
    if (outputTranscription?.text) this.#write(outputTranscription.text);
    if (content.generationComplete) this.#endItem();
    if (content.turnComplete) this.#complete();
  }

  /** The model waits for its tools: what it says then is another item. False: its turn was dropped. */
  callTools(): boolean {
    const { isDropped } = this.#begin();
    this.#endItem();
    this.#turn = null;
    return !isDropped;
  }

  #begin(): Turn {
    if (this.#turn) return this.#turn;
    const isDropped = this.#isMuted && !this.#isAsked;
    if (!this.#isActive) this.#isAsked = false;
    this.#isActive = true;
    this.#hasDropped ||= isDropped;
    this.#turns += 1;
    this.#turn = { itemId: `said_${this.#turns}`, text: '', hasAudio: false, hasEnded: false, isDropped };
    this.#last = this.#turn;
    return this.#turn;
  }

  #hear(text: string): void {
    if (!this.#heard) this.#isLate = !this.#hasVoice;
    this.#heard ??= { itemId: `heard_${++this.#utterances}`, text: '' };
    this.#heard.text += text;
    this.#emit({ type: 'heard', ...this.#heard, isFinal: false });
  }

  #endHeard(): void {
    const heard = this.#heard;
    this.#heard = null;
    this.#isLate = false;
    if (heard) this.#emit({ type: 'heard', ...heard, isFinal: true });
  }

  #play(data: string): void {
    const turn = this.#begin();
    if (turn.isDropped || turn.hasEnded) return;
    turn.hasAudio = true;
    this.#emit({ type: 'audio', itemId: turn.itemId, samples: samplesOf(data) });
  }

  #write(text: string): void {
    const turn = this.#isActive ? this.#begin() : (this.#last ?? this.#begin());
    turn.text += text;
    if (turn.isDropped && !turn.hasAudio) return;
    this.#emit({ type: 'transcript', itemId: turn.itemId, text: turn.text, isFinal: false });
  }

  #endItem(): void {
    const turn = this.#turn;
    if (!turn || turn.hasEnded) return;
    turn.hasEnded = true;
    if (turn.hasAudio) this.#emit({ type: 'item_ended', itemId: turn.itemId });
  }

  #interrupt(): void {
    const isOwn = this.#interruptsItself;
    this.#interruptsItself = false;
    this.#endTurn();
    if (isOwn) return;
    this.#endHeard();
    this.#emit({ type: 'voice_started' });
  }

  #complete(): void {
    const turn = this.#turn;
    this.#interruptsItself = false;
    this.#hasVoice = false;
    this.#endTurn();
    this.#endHeard();
    if (!turn?.isDropped) this.#emit({ type: 'reply_ended' });
  }

  #endTurn(): void {
    const turn = this.#turn;
    this.#endItem();
    this.#isActive = false;
    this.#turn = null;
    if (turn?.hasAudio) this.#emit({ type: 'transcript', itemId: turn.itemId, text: turn.text, isFinal: true });
  }
}

/** 16 bits, the low byte first, as on every host that this runs on. */
function samplesOf(data: string): Int16Array {
  const bytes = Uint8Array.from(Buffer.from(data, 'base64'));
  return new Int16Array(bytes.buffer, 0, bytes.length >> 1);
}
