import { tone } from '@parley/audio';
import type { BuiltinSpeech } from '@parley/providers';
import type { Persona, Sound } from './persona.ts';
import { linesOf } from './personas.ts';

/** A voice that no agent has by default, so that both sides sound different. */
const VOICE = 'slt';
const LANGUAGE = 'en-US';
/** −12 dBFS at its peak: a beep or ringback tone as loud as a network's. */
const TONE_AMPLITUDE = 0.25;

/** North American ringback (ITU-T E.180 supplement 2): 440 and 480 Hz, two seconds in six. */
export function ringback(): Int16Array {
  const cadence = tone([], 6000);
  cadence.set(tone([440, 480], 2000, { amplitude: TONE_AMPLITUDE }));
  return cadence;
}

/** The sounds of all personas as 8 kHz mono: every line is synthesized once. */
export class SoundLibrary {
  private readonly speech: Pick<BuiltinSpeech, 'speak'>;
  private readonly lines = new Map<string, Int16Array>();
  private readonly inPreparation = new Map<string, Promise<Int16Array>>();
  private readonly aborted = new AbortController();

  constructor(speech: Pick<BuiltinSpeech, 'speak'>) {
    this.speech = speech;
  }

  /** Begins to synthesize whatever the persona may say. A failure shows again when the line is wanted. */
  prepare(persona: Persona): void {
    for (const line of linesOf(persona)) this.loadLine(line).catch(() => {});
  }

  /** A sound that is at hand. */
  get(sound: Sound): Int16Array | null {
    if (sound.type === 'tone') return toneOf(sound);
    const line = this.lines.get(sound.text);
    return line ? portionOf(line, sound.portion) : null;
  }

  /** Rejects when the line cannot be synthesized; the next call tries again. */
  async load(sound: Sound): Promise<Int16Array> {
    if (sound.type === 'tone') return toneOf(sound);
    return portionOf(await this.loadLine(sound.text), sound.portion);
  }

  /** Idempotent. Lines that are being synthesized fail. */
  close(): void {
    this.aborted.abort(new Error('the sound library was closed'));
  }

  private async loadLine(text: string): Promise<Int16Array> {
    const known = this.lines.get(text) ?? this.inPreparation.get(text);
    if (known) return known;
    const wanted = this.synthesize(text);
    this.inPreparation.set(text, wanted);
    try {
      const line = await wanted;
      this.lines.set(text, line);
      return line;
    } finally {
      this.inPreparation.delete(text);
    }
  }

  private async synthesize(text: string): Promise<Int16Array> {
    const { signal } = this.aborted;
    signal.throwIfAborted();
    const chunks: Int16Array[] = [];
    for await (const { samples } of this.speech.speak({ text, voice: VOICE, language: LANGUAGE, signal }))
      chunks.push(samples);
    signal.throwIfAborted();
    return joined(chunks);
  }
}

function toneOf({ frequenciesHz, durationMs }: Extract<Sound, { type: 'tone' }>): Int16Array {
  return tone([...frequenciesHz], durationMs, { amplitude: TONE_AMPLITUDE });
}

function portionOf(line: Int16Array, portion = 1): Int16Array {
  return line.subarray(0, Math.round(line.length * portion));
}

function joined(chunks: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
