import { FRAME_MS, FRAME_SAMPLES, SAMPLE_RATE_HZ } from '@parley/audio';
import { Draw } from '../cases/draw.ts';
import type { CallPlan, TestCase } from '../cases/test-case.ts';
import { ClipStore } from '../stimuli/clip-store.ts';
import { clipOfSound } from '../stimuli/sound.ts';
import { type Clip, type ClipWord, onsetOf } from '../stimuli/speech-clip.ts';
import { AgentEar } from './agent-ear.ts';
import type { PlayedStimulus } from './played-stimulus.ts';
import { TelephoneLine } from './telephone-line.ts';

/** What came of the last stimulus is seen by then. */
const AFTERMATH_MS = 3200;
/** Later in its turn the agent might end before the case is over. */
const LATEST_IN_TURN_MS = 6500;
/** A silence this long is the agent's turn's end. */
const END_OF_TURN_MS = 1000;
/** An agent that says nothing for so long has not understood. */
const PATIENCE_MS = 6000;
/** A case whose moment never comes is left out. */
const CASE_LIMIT_MS = 60_000;

/** Calls, listens, and makes each sound of its plan when its moment has come. Deterministic. */
export class ScriptedCaller {
  readonly played: PlayedStimulus[] = [];
  readonly #plan: CallPlan;
  readonly #line: TelephoneLine;
  readonly #draw: Draw;
  readonly #ear = new AgentEar();
  readonly #waiting: TestCase[];
  /** What is being played, and its next sample; null between sounds. */
  #playing: { clip: Clip; at: number; wantsFloor: boolean } | null = null;
  #frames = 0;
  #sinceOwnMs = 0;
  #caseMs = 0;
  #questions = 0;

  constructor(plan: CallPlan) {
    this.#plan = plan;
    this.#line = new TelephoneLine(plan.line);
    this.#draw = new Draw(plan.id);
    this.#waiting = [...plan.cases];
  }

  /** All cases were played, and what came of the last one has been seen. */
  get isDone(): boolean {
    return this.#waiting.length === 0 && !this.#playing && this.#sinceOwnMs >= 2 * AFTERMATH_MS;
  }

  /** Twenty milliseconds: hears what the agent sent in the ones before, and says what comes in these. */
  tick(agentFrame: Int16Array | null): Int16Array {
    this.#ear.hear(agentFrame);
    if (!this.#playing) this.#begin();
    const frame = this.#line.pass(agentFrame, this.#nextFrame());
    this.#frames += 1;
    return frame;
  }

  /** The words that were said completely after `fromMs`, until `untilMs`, and that a recognizer hears. */
  words(fromMs: number, untilMs: number): ClipWord[] {
    return this.played
      .filter(({ testCase }) => testCase?.isHeard ?? true)
      .flatMap(({ words }) => words)
      .filter(({ endMs }) => endMs > fromMs && endMs <= untilMs);
  }

  #begin(): void {
    this.#sinceOwnMs += FRAME_MS;
    this.#caseMs += FRAME_MS;
    const [next] = this.#waiting;
    if (next && this.#caseMs > CASE_LIMIT_MS) {
      this.#waiting.shift();
      this.#caseMs = 0;
    } else if (next && this.#isMomentOf(next)) {
      this.#waiting.shift();
      this.#caseMs = 0;
      const clip = clipOfSound(next.sound);
      this.#play(next.ghostWord === undefined ? clip : { ...clip, words: [ghostOf(next.ghostWord)] }, next);
    } else if (next?.moment.when === 'over' && this.#isQuestionDue()) this.#ask();
  }

  #isMomentOf({ moment }: TestCase): boolean {
    const { turnMs, silentMs, hasSpoken } = this.#ear;
    if (moment.when === 'silence') {
      const isReplied = hasSpoken ? silentMs >= moment.afterMs && turnMs !== null : this.#sinceOwnMs >= PATIENCE_MS;
      return isReplied && this.#sinceOwnMs >= END_OF_TURN_MS;
    }
    if (turnMs === null || this.#questions === 0 || silentMs > 0 || turnMs > LATEST_IN_TURN_MS) return false;
    return turnMs >= moment.afterMs && this.#sinceOwnMs >= AFTERMATH_MS;
  }

  #isQuestionDue(): boolean {
    const { silentMs, hasSpoken } = this.#ear;
    return silentMs >= END_OF_TURN_MS && this.#sinceOwnMs >= (hasSpoken ? END_OF_TURN_MS : PATIENCE_MS);
  }

  #ask(): void {
    const { questions } = this.#plan;
    this.#play(ClipStore.get(questions[this.#questions % questions.length]!), null);
    this.#questions += 1;
  }

  /** Begins anywhere within the frame. */
  #play(clip: Clip, testCase: TestCase | null): void {
    const offset = this.#draw.between(0, FRAME_SAMPLES - 1);
    const began = this.#frames * FRAME_SAMPLES + offset;
    const beganMs = (began * 1000) / SAMPLE_RATE_HZ;
    const words = clip.words.map(({ text, startMs, endMs }) => ({
      text,
      startMs: startMs + beganMs,
      endMs: endMs + beganMs,
    }));
    const onset = began + (words.length > 0 ? onsetOf(clip.samples) : 0);
    this.played.push({ testCase, onset, end: began + clip.samples.length, words });
    this.#playing = { clip, at: -offset, wantsFloor: testCase === null || testCase.expects === 'yield' };
  }

  #nextFrame(): Int16Array | null {
    if (!this.#playing) return null;
    const { clip, at, wantsFloor } = this.#playing;
    const frame = new Int16Array(FRAME_SAMPLES);
    frame.set(clip.samples.subarray(Math.max(0, at), at + FRAME_SAMPLES), Math.max(0, -at));
    this.#playing.at += FRAME_SAMPLES;
    this.#sinceOwnMs = 0;
    if (this.#playing.at >= clip.samples.length) {
      this.#playing = null;
      this.#ear.noteOwn(wantsFloor);
    }
    return frame;
  }
}

/** Within the shortest noise. */
const ghostOf = (text: string): ClipWord => ({ text, startMs: 20, endMs: 180 });
