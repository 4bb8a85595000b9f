// Who answers: plays the greeting whatever the agent does, and goes on like a person where it is one.
import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import { type FarEnd, frameOf } from '../media-time/call.ts';
import { expectedOf, type Greeting } from './greeting.ts';
import { type GreetingSound, over, type Sounded, type SoundedWord } from './greeting-sound.ts';

/** People say something again when the line is silent for so long. */
const PATIENCE_MS = 3500;
/** How long they wait for the agent to go on, before they reply. */
const REPLY_AFTER_MS = 700;
/** The agent has said something by then. */
const SAID_SOMETHING_MS = 500;
/** And hang up after so many replies. */
const REPLIES = 2;
/** Recordings that take a message take so much of one. */
const RECORDING_MS = 25_000;
const NOISE_LEAD_MS = 150;

export class BenchCallee implements FarEnd {
  readonly #greeting: Greeting;
  readonly #sound: GreetingSound;
  readonly #words: SoundedWord[] = [];
  #isOver = false;
  /** What is being said now, and since when. */
  #saying: Sounded;
  #sinceMs = 0;
  #agentSaidMs = 0;
  #agentQuietMs = 0;
  #replies = 0;
  #prompts = 0;

  constructor(greeting: Greeting, sound: GreetingSound) {
    this.#greeting = greeting;
    this.#sound = sound;
    this.#saying = sound;
    this.#noteWords(sound, 0);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Media time at which the greeting's last word or beep is over. */
  get greetingEndMs(): number {
    return Math.max(...this.#sound.spans.map(({ endMs }) => endMs), ...this.#sound.beepsMs);
  }

  get hasReplied(): boolean {
    return this.#replies > 0;
  }

  words(fromMs: number, atMs: number): SoundedWord[] {
    return this.#words.filter(({ endMs }) => endMs > fromMs && endMs <= atMs);
  }

  startOf(): null {
    return null;
  }

  frame(atMs: number, sent: Int16Array | null): Int16Array {
    this.#listen(sent);
    this.#goOn(atMs);
    const background = this.#background(atMs);
    const said = frameOf(this.#saying.samples, atMs - this.#sinceMs);
    return said ? over(said, background) : background;
  }

  #background(atMs: number): Int16Array {
    const { isNoiseRecorded } = this.#greeting;
    const firstMs = this.#sound.spans[0]!.startMs;
    const offset = (((atMs * FRAME_SAMPLES) / FRAME_MS) % 8000) | 0;
    if (isNoiseRecorded && atMs < firstMs - NOISE_LEAD_MS) return new Int16Array(FRAME_SAMPLES);
    return this.#sound.background.slice(offset, offset + FRAME_SAMPLES);
  }

  #listen(sent: Int16Array | null): void {
    if (sent) this.#agentSaidMs += FRAME_MS;
    this.#agentQuietMs = sent ? 0 : this.#agentQuietMs + FRAME_MS;
  }

  #goOn(atMs: number): void {
    const quietMs = atMs - this.#sinceMs - (this.#saying.samples.length * FRAME_MS) / FRAME_SAMPLES;
    if (quietMs < 0) return;
    const { hangsUpAfterMs, kind } = this.#greeting;
    if (hangsUpAfterMs !== null && quietMs > hangsUpAfterMs) this.#isOver = true;
    if (expectedOf(kind) !== 'human' && quietMs > RECORDING_MS) this.#isOver = true;
    const { reply, prompt } = this.#sound;
    const isAnswered = this.#agentSaidMs > SAID_SOMETHING_MS;
    if (reply && isAnswered && this.#agentQuietMs > REPLY_AFTER_MS && quietMs > REPLY_AFTER_MS) {
      if (this.#replies === REPLIES) this.#isOver = true;
      else this.#say(reply, atMs);
      this.#replies += 1;
    } else if (prompt && !isAnswered && quietMs > PATIENCE_MS) {
      if (this.#prompts === 2) this.#isOver = true;
      else this.#say(prompt, atMs);
      this.#prompts += 1;
    }
  }

  #say(sounded: Sounded, atMs: number): void {
    this.#saying = sounded;
    this.#sinceMs = atMs;
    this.#agentSaidMs = 0;
    this.#noteWords(sounded, atMs);
  }

  #noteWords(sounded: Sounded, atMs: number): void {
    for (const { text, startMs, endMs } of sounded.words)
      this.#words.push({ text, startMs: startMs + atMs, endMs: endMs + atMs });
  }
}
