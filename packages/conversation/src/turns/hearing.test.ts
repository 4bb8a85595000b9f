import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import { describe, expect, it } from 'vitest';
import { Recognition } from '../hearing/recognition.ts';
import type { RecognizerReport } from '../hearing/recognizer-report.ts';
import { MediaClock } from '../media-clock.ts';
import { ALWAYS_CLOSED } from '../provider/circuit-breaker.ts';
import { ProviderError } from '../provider/provider-error.ts';
import type { SpeechToText, SpeechToTextStream } from '../provider/speech-to-text.ts';
import { Succession } from '../provider/succession.ts';
import { ScriptedCaller } from '../testing/scripted-caller.ts';
import {
  SCRIPTED_CAPABILITIES,
  ScriptedSpeechToText,
  type ScriptedSpeechToTextOptions,
} from '../testing/scripted-speech-to-text.ts';
import { settle, VirtualTime } from '../testing/virtual-time.ts';
import { ask, close, type Heard, hear, NOTHING_HEARD_YET, passTime, settleAll } from './hearing.ts';
import { awaitsFinal, isSettled, type Recognized, textOf } from './recognized.ts';

/** A recognizer, and what its reports are put together to, as the turn machine does it. */
class Rig {
  readonly time = new VirtualTime();
  readonly clock = new MediaClock();
  readonly caller = new ScriptedCaller();
  readonly failures: string[] = [];
  readonly warnings: string[] = [];
  readonly turns: string[] = [];
  readonly languages: string[] = [];
  readonly stt: ScriptedSpeechToText;
  readonly recognition: Recognition;
  readonly settled: string[] = [];
  hearing = NOTHING_HEARD_YET;
  #isVoiced = false;

  constructor(options: Partial<ScriptedSpeechToTextOptions> = {}, stt?: SpeechToText) {
    const { time, caller, clock } = this;
    this.stt = new ScriptedSpeechToText({ time, caller, ...options });
    this.recognition = new Recognition({
      rate: { rateHz: 8000 },
      transcribers: new Succession({
        role: 'stt',
        candidates: [stt ?? this.stt],
        nameOf: ({ name }) => name,
        breaker: ALWAYS_CLOSED,
        onWarning: (code) => this.warnings.push(code),
      }),
      languageFor: () => 'en-US',
      hints: [],
      clock,
      onReport: (report) => this.#hear(report),
      onLanguage: (language) => this.languages.push(language),
      onFailure: (error) => this.failures.push(error.message),
      onWarning: (code) => this.warnings.push(code),
      onAudio: () => undefined,
    });
  }

  get current(): Recognized {
    return this.hearing.open;
  }

  finalize(): void {
    this.hearing = ask(this.hearing, this.clock.nowMs, this.#isVoiced);
    this.recognition.finalize();
  }

  cut(as: 'last_words' | 'noise' = 'last_words'): Recognized {
    const closing = { as, text: '', keys: '', echoed: false, startMs: 0, endMs: 0, onsetsMs: [], sent: [] };
    const { asks, closed, ...heard } = close(this.hearing, closing, this.clock.nowMs, this.#isVoiced);
    this.#note(heard);
    if (asks) this.recognition.finalize();
    return closed;
  }

  close(): void {
    this.recognition.close();
    this.#note(settleAll(this.hearing));
  }

  #hear(report: RecognizerReport): void {
    if (report.type === 'turn' && this.hearing.closed.every(({ isSettled: isOver }) => isOver))
      this.turns.push(report.stage);
    const latest = this.hearing.closed.at(-1);
    this.#note(hear(this.hearing, report, this.#isVoiced, this.clock.nowMs));
    if (report.type === 'lost' && latest) this.recognition.forgetBefore(latest.closedMs);
  }

  #note({ hearing, outcomes }: Heard): void {
    this.hearing = hearing;
    for (const { type, utterance } of outcomes) if (type === 'settled') this.settled.push(textOf(utterance.recognized));
  }

  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += FRAME_MS) {
      this.time.advance();
      await settle();
      this.clock.advance();
      const frame = this.caller.frame(this.clock.nowMs - FRAME_MS);
      this.#isVoiced = frame !== null;
      if (frame) this.hearing = { ...this.hearing, hasUnaskedVoice: true };
      this.recognition.write(frame ?? new Int16Array(FRAME_SAMPLES), frame !== null);
      this.#note(passTime(this.hearing, this.clock.nowMs));
      await settle();
    }
  }
}

describe('recognition', () => {
  it('joins what is said before and after a pause', async () => {
    const rig = new Rig();
    await rig.recognition.open();
    rig.caller.say('one two', 0, 400);
    rig.caller.say('three', 800, 200);
    await rig.pass(600);
    rig.finalize();
    await rig.pass(600);
    expect(textOf(rig.current)).toBe('one two three');
    rig.finalize();
    await rig.pass(20);
    expect(rig.current.words.map(({ text, startMs }) => [text, startMs])).toEqual([
      ['one', 0],
      ['two', 200],
      ['three', 800],
    ]);
  });

  it('keeps the sound that arrives before the stream is open', async () => {
    const opened = Promise.withResolvers<void>();
    const rig = new Rig();
    const slow: SpeechToText = {
      name: 'slow',
      capabilities: rig.stt.capabilities,
      open: async (options): Promise<SpeechToTextStream> => {
        const stream = await rig.stt.open(options);
        await opened.promise;
        return stream;
      },
    };
    const late = new Rig({}, slow);
    for (const { caller } of [rig, late]) caller.say('hello there', 0, 400);
    const opening = late.recognition.open();
    await late.pass(600);
    late.finalize();
    opened.resolve();
    await opening;
    await settle();
    expect(textOf(late.current)).toBe('hello there');
    expect(isSettled(late.current)).toBe(true);
    expect(late.current.words[0]!.startMs).toBe(0);
  });

  it('gives an utterance that was cut its late final, and the next one nothing of it', async () => {
    const rig = new Rig({ finalDelayMs: 400 });
    await rig.recognition.open();
    rig.caller.say('first', 0, 200);
    rig.caller.say('second', 500, 200);
    await rig.pass(400);
    rig.cut();
    await rig.pass(20);
    expect(rig.settled).toEqual([]);
    await rig.pass(600);
    expect(rig.settled).toEqual(['first']);
    expect(textOf(rig.current)).toBe('second');
  });

  it('does not wait for ever for a final', async () => {
    const rig = new Rig({ finalDelayMs: 5000 });
    await rig.recognition.open();
    rig.caller.say('first', 0, 200);
    await rig.pass(400);
    rig.cut();
    await rig.pass(1600);
    expect(rig.settled).toEqual(['first']);
  });

  it.each([
    ['keeps nothing of a final that comes when it is not awaited any more', 0, ['first'], ''],
    ['has words for news that come when nothing of them was known', null, [''], 'first'],
  ])('%s', async (_, partialDelayMs, known, left) => {
    const rig = new Rig({ finalDelayMs: 5000, tellsTimes: true, partialDelayMs });
    await rig.recognition.open();
    rig.caller.say('first', 0, 200);
    await rig.pass(400);
    rig.cut();
    await rig.pass(5000);
    expect(rig.settled).toEqual(known);
    expect(textOf(rig.current)).toBe(left);
  });

  it('knows whose a final is that had been given up before the utterance was cut', async () => {
    const rig = new Rig({ finalDelayMs: 8000, tellsTimes: true });
    await rig.recognition.open();
    rig.caller.say('first', 0, 200);
    await rig.pass(400);
    rig.finalize();
    await rig.pass(6000);
    rig.cut();
    expect(rig.settled).toEqual(['first']);
    await rig.pass(3000);
    expect(textOf(rig.current)).toBe('');
  });

  it.each([true, false])('has the words of a noise for news (starts reported: %s)', async (tellsTimes) => {
    const rig = new Rig({ finalDelayMs: 400, partialDelayMs: null, tellsTimes });
    await rig.recognition.open();
    rig.caller.say('yes', 0, 200);
    await rig.pass(400);
    rig.cut('noise');
    await rig.pass(600);
    expect(textOf(rig.current)).toBe('yes');
    expect(isSettled(rig.current)).toBe(true);
  });

  it('does not count on finals that never came', async () => {
    const rig = new Rig({ finalDelayMs: 300 });
    await rig.recognition.open();
    const stream = rig.stt.streams[0]!;
    const finalize = stream.finalize.bind(stream);
    stream.finalize = () => undefined;
    rig.finalize();
    await rig.pass(2000);
    stream.finalize = finalize;
    rig.finalize();
    await rig.pass(320);
    expect(awaitsFinal(rig.current)).toBe(false);
  });

  it('settles an utterance without voice at once', async () => {
    const rig = new Rig();
    await rig.recognition.open();
    await rig.pass(100);
    rig.cut();
    expect(rig.settled).toEqual(['']);
    expect(rig.stt.streams[0]!.finalizeCount).toBe(0);
  });

  it('is opened again when it breaks, once in a while', async () => {
    const rig = new Rig({ failuresMs: [200, 40_000] });
    await rig.recognition.open();
    await rig.pass(50_000);
    expect(rig.failures).toEqual([]);
    expect(rig.warnings).toEqual(['stt_reopened', 'stt_reopened']);
    expect(rig.stt.streams.map(({ isClosed }) => isClosed)).toEqual([true, true, false]);
  });

  it('is not opened again when that would not help', async () => {
    const failure = new ProviderError('stt', 'x', 'bad key', { retryable: false });
    const rig = new Rig({ failuresMs: [200], failure });
    await rig.recognition.open();
    await rig.pass(400);
    expect(rig.failures).toEqual(['x: bad key']);
    expect(rig.stt.streams).toHaveLength(1);
  });

  it('fails when it cannot be opened, or does not open in time', async () => {
    const refusing: SpeechToText = {
      name: 'no',
      capabilities: SCRIPTED_CAPABILITIES,
      open: () => Promise.reject(new Error('refused')),
    };
    const refused = new Rig({}, refusing);
    await refused.recognition.open();
    expect(refused.failures).toHaveLength(1);
    const hanging: SpeechToText = {
      name: 'slow',
      capabilities: SCRIPTED_CAPABILITIES,
      open: () => new Promise(() => undefined),
    };
    const hung = new Rig({}, hanging);
    const opening = hung.recognition.open();
    await hung.pass(20_100);
    await opening;
    expect(hung.failures).toEqual(['slow: did not open in time']);
  });

  it('keeps what it had understood when the stream breaks', async () => {
    const rig = new Rig({ failuresMs: [500] });
    await rig.recognition.open();
    rig.caller.say('one two', 0, 400);
    rig.caller.say('three', 800, 200);
    await rig.pass(1200);
    expect(textOf(rig.current)).toBe('one two three');
  });

  it('learns how long finals take, and waits no longer for those that do not come', async () => {
    const rig = new Rig({ finalDelayMs: 100 });
    await rig.recognition.open();
    for (let times = 0; times < 3; times += 1) {
      rig.finalize();
      await rig.pass(200);
    }
    rig.stt.streams[0]!.finalize = () => undefined;
    rig.caller.say('lost', 700, 200);
    await rig.pass(400);
    rig.cut();
    await rig.pass(380);
    expect(rig.settled).toEqual([]);
    await rig.pass(60);
    expect(rig.settled).toEqual(['lost']);
  });

  it('asks for no final of what the recognizer itself has ended', async () => {
    const rig = new Rig({ capabilities: { endOfTurn: 'over' } });
    await rig.recognition.open();
    rig.caller.say('one two', 0, 400);
    await rig.pass(600);
    rig.stt.streams[0]!.tell({ type: 'turn', stage: 'over' });
    await settle();
    expect(rig.turns).toEqual(['over']);
    expect(textOf(rig.cut())).toBe('one two');
    expect(rig.stt.streams[0]!.finalizeCount).toBe(0);
    rig.caller.say('three', 700, 200);
    await rig.pass(500);
    expect(textOf(rig.current)).toContain('three');
  });

  it('settles by the end of a turn what was cut before, and the next words are not of it', async () => {
    const rig = new Rig({ isMute: true });
    await rig.recognition.open();
    rig.caller.say('one two', 0, 400);
    await rig.pass(600);
    rig.cut();
    const [stream] = rig.stt.streams;
    stream!.tell({ type: 'partial', text: 'one two', startMs: null, untilMs: null });
    stream!.tell({ type: 'turn', stage: 'over' });
    stream!.tell({ type: 'partial', text: 'three', startMs: null, untilMs: null });
    await settle();
    expect(rig.settled).toEqual(['one two']);
    expect(rig.turns).toEqual([]);
    expect(textOf(rig.current)).toBe('three');
  });

  it('tells the language', async () => {
    const rig = new Rig();
    await rig.recognition.open();
    rig.stt.streams[0]!.tell({ type: 'language', language: 'es' });
    await settle();
    expect(rig.languages).toEqual(['es']);
  });

  it('closes once, and settles what was cut', async () => {
    const rig = new Rig({ finalDelayMs: 1000 });
    await rig.recognition.open();
    rig.caller.say('first', 0, 200);
    await rig.pass(400);
    rig.cut();
    rig.close();
    rig.close();
    expect(rig.settled).toEqual(['first']);
    expect(rig.stt.streams[0]!.isClosed).toBe(true);
    await settle();
    expect(rig.failures).toEqual([]);
  });
});
