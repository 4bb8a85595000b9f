// npm run bench:speech-meter: what the speech meter makes of voices and noises that its training has not heard, and what a frame
// takes; then the same of people and sounds that were recorded (scripts/recordings.mjs). Needs Debian's espeak-ng, flite and festival;
// the voice that comes apart from it (festvox-us-slt-hts) is left out where it is missing.
import { FRAME_SAMPLES, SpeechMeter } from '@parley/audio';
import { seededRandom } from '@parley/audio/testing';
import { byKind, calibration, summary } from './speech-meter/figures.ts';
import { type HeardVoice, hear } from './speech-meter/heard-voices.ts';
import { heldOutNoises } from './speech-meter/held-out-noises.ts';
import { recordedSounds } from './speech-meter/recorded-sounds.ts';
import { kindsOf, makeScene, type NoiseCondition, type Sounds } from './speech-meter/scene.ts';
import { castPresent, casts, utterances } from './speech-meter/speakers.ts';
import { festivalVoices } from './speech-meter/synthesizers.ts';

const UTTERANCES = 300;
const SCENES = 900;
const conditions: NoiseCondition[] = ['clean', '-50 dBov', '20 dB SNR'];
const say = (line: string) => process.stdout.write(`${line}\n`);

const { present, missing } = castPresent(casts.heldOut, festivalVoices());
for (const voice of missing)
  say(`left out: Festival's voice ${voice} is not installed, so the figures are of fewer voices`);
const random = seededRandom(7919);
const sounds: Sounds = { utterances: utterances(present, UTTERANCES, random), noises: heldOutNoises };
say(`calibration at 400 ms\n${calibration(measured('synthesized', sounds), 400)}`);
measured('recorded', recordedSounds(UTTERANCES));

/** Half of the scenes have speech, the others each kind of noise in turn. */
function measured(title: string, of: Sounds): HeardVoice[] {
  const kinds = kindsOf(of);
  const all = conditions.flatMap((condition) => {
    const voices = Array.from({ length: SCENES }, (_, i) =>
      makeScene(of, { noise: i % 2 === 0 ? null : kinds[((i - 1) / 2) % kinds.length]!, condition }, random),
    ).flatMap((scene) => hear(scene));
    say(summary(`${title}, ${condition}`, voices));
    return voices;
  });
  say(byKind(all));
  return all;
}

/** What a frame takes, of speech that goes on and of silence. */
function timed(name: string, samples: Int16Array, isVoiced: boolean): void {
  const meter = new SpeechMeter();
  const frames = Math.floor(samples.length / FRAME_SAMPLES);
  const rounds = Math.ceil(20_000 / frames);
  const pass = () => {
    for (let i = 0; i < frames; i++) meter.push(samples.subarray(i * FRAME_SAMPLES, (i + 1) * FRAME_SAMPLES), isVoiced);
  };
  for (let round = 0; round < rounds; round++) pass();
  const { user, system } = process.cpuUsage();
  for (let round = 0; round < rounds; round++) pass();
  const after = process.cpuUsage();
  say(`${name}: ${((after.user + after.system - user - system) / (rounds * frames)).toFixed(1)} µs a frame`);
}

const scene = makeScene(sounds, { noise: null, condition: 'clean' }, random);
const { from, to } = scene.segments[0]!;
timed('a voice', scene.samples.subarray(from, to), true);
timed('silence', new Int16Array(16_000), false);
