import { FRAME_SAMPLES, levelDbfs } from '@parley/audio';
import { likeness, locate, type Place } from './place.ts';
import type { Speech } from './speech.ts';

/** Quieter than this the agent is silent: µ-law's own noise is below it. */
const SILENT_DBOV = -58;
/** The same sound, ducked or companded, is more alike than this. */
const MIN_LIKENESS = 0.8;
/** Before a silence a frame may fade out. */
const MIN_LIKENESS_OF_FADE = 0.4;
/** To find a place, so much sound is compared; less where it breaks off. */
const LOOK_AHEAD_FRAMES = 35;
/** The agent's voice leaves less between two words. */
const WORD_GAP_FRAMES = 4;

/** Twenty milliseconds of the agent's channel. */
export interface TrackFrame {
  /** First sample in the recording. */
  at: number;
  isSounding: boolean;
  /** What it is from; null where it is held, before all speech, and for a sound that was never served. */
  place: Place | null;
  /** Against what was served; null where that is silent, or the place is not known. */
  gainDb: number | null;
  /** It is silent where the speech itself pauses, or where the speech is over. */
  isOwnPause: boolean;
  /** Where the speech went on, when it did not go on where it stopped: positive samples were left out, negative said again. */
  jump: number;
}

/** Reads off the recording, frame by frame, which part of which speech the agent sent, and how loud. */
export function trackAgent(agent: Int16Array, speeches: readonly Speech[]): TrackFrame[] {
  const frames: TrackFrame[] = [];
  let next: Place | null = null;
  /** Where that was heard to: its pauses, and what was silent instead of it, are not said again. */
  let heardTo = 0;
  /** How much the agent is ducked: what it says quietly is not to be heard then. */
  let duckDb = 0;
  for (let at = 0; at + FRAME_SAMPLES <= agent.length; at += FRAME_SAMPLES) {
    const frame = agent.subarray(at, at + FRAME_SAMPLES);
    if (levelDbfs(frame) <= SILENT_DBOV) {
      const isOwnPause = next === null || isSilentAt(next, speeches, duckDb);
      // The closure of a plosive is a part of its word.
      frames.push({ at, isSounding: false, place: isOwnPause ? next : null, gainDb: null, isOwnPause, jump: 0 });
      // A pause of the speech passes; where it is held, the speech stays where it is.
      if (next !== null && isOwnPause) next = step(next, speeches);
      continue;
    }
    const isLast = levelDbfs(agent.subarray(at + FRAME_SAMPLES, at + 2 * FRAME_SAMPLES)) <= SILENT_DBOV;
    const enough = isLast ? MIN_LIKENESS_OF_FADE : MIN_LIKENESS;
    const fits = next !== null && likeness(frame, speeches[next.speech]!, next.position) >= enough;
    const place: Place | null = fits ? next : locate(lookAhead(agent, at), at, speeches, next);
    const jump =
      fits || !next || place?.speech !== next.speech
        ? 0
        : jumpTo(place.position, { next: next.position, heardTo }, speeches[next.speech]!);
    const gainDb = place && gainAt(frame, place, speeches);
    if (gainDb !== null) duckDb = Math.max(0, -gainDb);
    frames.push({
      at,
      isSounding: true,
      place,
      gainDb,
      isOwnPause: false,
      jump,
    });
    // What is no speech of the agent's does not move it on.
    if (place) next = step(place, speeches);
    if (place) heardTo = place.position + FRAME_SAMPLES;
  }
  return frames;
}

/** In samples that sound: positive ones were left out, negative ones are said again. */
const jumpTo = (position: number, { next, heardTo }: { next: number; heardTo: number }, speech: Speech): number =>
  position >= next
    ? voicedBetween(speech, next, position)
    : voicedBetween(speech, Math.max(position, Math.min(next, heardTo)), position);

const step = ({ speech, position }: Place, speeches: readonly Speech[]): Place => ({
  speech,
  position: Math.min(position + FRAME_SAMPLES, speeches[speech]!.samples.length),
});

function isSilentAt({ speech, position }: Place, speeches: readonly Speech[], duckDb: number): boolean {
  const served = speeches[speech]!.samples.subarray(position, position + FRAME_SAMPLES);
  return served.length === 0 || levelDbfs(served) - duckDb <= SILENT_DBOV;
}

/** What sounds from here on: over gaps between words, up to the next silence. */
function lookAhead(agent: Int16Array, at: number): Int16Array {
  let end = at;
  for (let frames = 0, silent = 0; frames < LOOK_AHEAD_FRAMES && silent < WORD_GAP_FRAMES; frames += 1) {
    const from = at + frames * FRAME_SAMPLES;
    const isSilent = levelDbfs(agent.subarray(from, from + FRAME_SAMPLES)) <= SILENT_DBOV;
    silent = isSilent ? silent + 1 : 0;
    if (!isSilent) end = from + FRAME_SAMPLES;
  }
  return agent.subarray(at, Math.min(end, agent.length));
}

function gainAt(frame: Int16Array, { speech, position }: Place, speeches: readonly Speech[]): number | null {
  const served = speeches[speech]!.samples.subarray(Math.max(0, position), position + FRAME_SAMPLES);
  if (levelDbfs(served) <= SILENT_DBOV) return null;
  return levelDbfs(frame) - levelDbfs(served);
}

/** Sound between two positions of a speech, its pauses left out; negative when `to` is before `from`. */
function voicedBetween(speech: Speech, from: number, to: number): number {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const voiced = speech.words.reduce(
    (sum, word) => sum + Math.max(0, Math.min(high, word.to) - Math.max(low, word.from)),
    0,
  );
  return to < from ? -voiced : voiced;
}
