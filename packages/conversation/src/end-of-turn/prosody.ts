/** How the last stretch of voice before a silence was spoken. */
export interface Prosody {
  /** Of the fundamental frequency over the stretch, in semitones a second; negative: it falls. */
  readonly pitchSlopeStPerS: number;
  /** The last pitch against the speaker's usual one, in semitones. */
  readonly finalPitchSt: number;
  /** How much louder the stretch ends than it begins, in decibels; negative: it fades. */
  readonly energySlopeDb: number;
  readonly lastStretchMs: number;
  readonly shape: 'falling' | 'level' | 'rising';
}

/** In log odds. Pitch on a narrow band is measured badly: it may shift what the words tell, never overrule it. */
const SHAPE_SHIFT: Record<Prosody['shape'], number> = { falling: 0.5, level: -0.9, rising: -0.2 };
/** Clauses fall as well as sentences do: a fall hastens an end by less than a level pitch puts it off. */
const MOST_HASTENED = 0.6;
const MOST_PUT_OFF = 1;
/** The lowest pitch of a speaker ends sentences. */
const SHIFT_BY_SEMITONE = 0.08;
const SHIFT_BY_DECIBEL = 0.03;
/** A shorter stretch holds too few periods to have a shape. */
const SHORTEST_STRETCH_MS = 80;

/** How far prosody moves the log odds of an end, from -1 to 0.6. */
export function prosodyShift(prosody: Prosody | null): number {
  if (!prosody || !(prosody.lastStretchMs >= SHORTEST_STRETCH_MS)) return 0;
  const shift =
    SHAPE_SHIFT[prosody.shape] -
    SHIFT_BY_SEMITONE * finite(prosody.finalPitchSt) -
    SHIFT_BY_DECIBEL * finite(prosody.energySlopeDb);
  return Math.max(-MOST_PUT_OFF, Math.min(MOST_HASTENED, shift));
}

const finite = (value: number): number => (Number.isFinite(value) ? value : 0);
