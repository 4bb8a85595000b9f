import { FRAME_MS } from '@parley/audio';
import { readableText } from '../recognition/readable-text.ts';
import type { FoundEnd, FoundInterjection } from '../worker/messages.ts';
import { interjection, LISTENER } from './interjection-choice.ts';
import { listenable } from './listenable.ts';
import type { OpenHearing, OpenVocabulary } from './open-vocabulary.ts';
import { wholeUtterance } from './whole-utterance.ts';
import { confidenceOf, isBelievable, isSure, isWordless, plainWords, type Weight, wasExpected } from './word-choice.ts';

/** A pause this long may be the end: the model listens while that is found out. */
const PAUSE_FRAMES = 60 / FRAME_MS;
/**
 * Frames of an utterance behind which it listens to what there is so far: who speaks over another is judged meanwhile, and of
 * a voice that goes on it is known whether it still has words. Seldomer, the more there is to listen to.
 */
const EARLY_FRAMES = [440, 800, 1150, 1600, 2200, 3400, 5000, 7000, 10_000, 14_000, 19_000, 25_000].map(
  (ms) => ms / FRAME_MS,
);
/** Longer than the model takes for a second of sound on a processor that has time. */
const PATIENCE_MS_A_SECOND = 120;
/** Of short ones, too: it may have something else to hear. */
const LEAST_PATIENCE_MS = 350;
const MS_PER_S = 1000;

/** What the search for what is expected has found. */
export interface Found {
  text: string;
  /** Null where it was not asked. */
  interjection: FoundInterjection | null;
  /** Null for what is no speech. */
  end: FoundEnd | null;
}

/** What was said after all. */
export interface Decision {
  /** Null: what was found. */
  text: string | null;
  interjection: string | null;
  /** How sure its words are, 0 to 1. */
  confidence: number;
  /** How likely it is to be a whole utterance, 0 to 1. */
  endsHere: number;
  /** It was surely said; of no text, that there is no word. */
  understood: boolean;
}

export interface SecondHearingOptions {
  anyWords: OpenVocabulary;
  /** That the utterance begins with, 20 ms of 8 kHz each; the last one is the first of its voice. */
  frames: readonly Int16Array[];
  /** What the search has found so far. */
  foundText: () => string;
  /** What was said in so many frames of it; null: what was found, for the model does not say. */
  onNews: (news: Pick<Decision, 'text' | 'understood' | 'confidence'> | null, frames: number) => void;
}

/**
 * An utterance as it is heard once more, by a model of any words: a search for what is expected takes whatever is said for
 * that. The model listens early in it, and when the voice pauses.
 */
export class SecondHearing {
  readonly #options: SecondHearingOptions;
  readonly #frames: Int16Array[];
  readonly #leadFrames: number;
  #written = 0;
  #quietFrames = 0;
  /** How often it has listened early. */
  #earlyCount = 0;
  /** Of all that there is so far, but for silence. */
  #whole: OpenHearing | null = null;
  #early: OpenHearing | null = null;
  /** What the model heard last, in its tokens: what it hears next begins likely with them. */
  #draft: readonly number[] = [];

  constructor(options: SecondHearingOptions) {
    this.#options = options;
    this.#frames = [...options.frames];
    this.#leadFrames = options.frames.length - 1;
  }

  write(frame: Int16Array, voiced: boolean): void {
    this.#frames.push(frame);
    this.#written += 1;
    this.#quietFrames = voiced ? 0 : this.#quietFrames + 1;
    if (voiced) this.#forgetWhole();
    else if (this.#quietFrames === PAUSE_FRAMES) void this.#tell(this.#hearWhole());
    if (voiced && this.#written >= (EARLY_FRAMES[this.#earlyCount] ?? Number.POSITIVE_INFINITY)) {
      this.#earlyCount += 1;
      this.#early?.forget();
      this.#early = this.#hear(false);
      void this.#tell(this.#early);
    }
  }

  /** The utterance is over. @returns null: the model did not say in time */
  async decide(found: Found, overAgent: boolean): Promise<Decision | null> {
    const hearing = this.#whole ?? this.#hearWhole();
    const late = Promise.withResolvers<null>();
    const soundS = (this.#frames.length * FRAME_MS) / MS_PER_S;
    const timer = setTimeout(() => late.resolve(null), Math.max(LEAST_PATIENCE_MS, PATIENCE_MS_A_SECOND * soundS));
    try {
      return await Promise.race([decision(hearing, found, { isOver: true, overAgent }), late.promise]);
    } finally {
      clearTimeout(timer);
      this.forget();
    }
  }

  /** Idempotent. */
  forget(): void {
    this.#forgetWhole();
    this.#early?.forget();
    this.#early = null;
  }

  #forgetWhole(): void {
    this.#whole?.forget();
    this.#whole = null;
  }

  #hearWhole(): OpenHearing {
    this.#early?.forget();
    this.#early = null;
    this.#whole = this.#hear(true);
    return this.#whole;
  }

  #hear(isUrgent: boolean): OpenHearing {
    const around = { leadMs: this.#leadFrames * FRAME_MS, tailMs: this.#quietFrames * FRAME_MS };
    return this.#options.anyWords.hear(listenable(this.#frames, around), { draft: this.#draft, isUrgent });
  }

  /** Unless it is forgotten meanwhile. */
  async #tell(hearing: OpenHearing): Promise<void> {
    const frames = this.#frames.length;
    // The search may be behind this sound now, and beyond it then.
    const before = this.#options.foundText();
    const open = await hearing.transcript;
    if (open !== null) this.#draft = open.tokens;
    const texts = [before, this.#options.foundText()];
    const decisions = await Promise.all(texts.map((text) => decision(hearing, { ...UNFINISHED, text })));
    const decided = decisions.find((each) => each?.text === null) ?? decisions[1]!;
    if (hearing === this.#whole || hearing === this.#early) this.#options.onNews(decided, frames);
  }
}

const UNFINISHED = { interjection: null, end: null } as const;
const UNDECIDED: FoundInterjection = { phrase: '', logOdds: 0 };

/** What was said, of what was found and what the model hears. @returns null: it does not say */
export async function decision(
  hearing: OpenHearing,
  found: Found,
  { isOver = false, overAgent = false } = {},
): Promise<Decision | null> {
  const open = await hearing.transcript;
  if (open === null) return null;
  const weigh = async (text: string): Promise<Weight | null> => {
    if (text === '') return null;
    if (plainWords(text) === plainWords(open.text)) return { logProbability: open.logProbability, tokens: 1 };
    return hearing.weigh(readableText(text));
  };
  const isFound = wasExpected(open, await weigh(found.text), isOver);
  const isHeard = isBelievable(open) || isWordless(open);
  const text = isFound || !isHeard ? null : open.text;
  const overheard = async (): Promise<string | null> => {
    if (!overAgent) return null;
    if (isWordless(open)) return LISTENER;
    const interjections = await hearing.interjections();
    if (interjections === null) return found.interjection?.phrase ?? null;
    // What is too long is not searched.
    return interjection({ open, interjections, found: found.interjection ?? UNDECIDED });
  };
  return {
    text,
    confidence: confidenceOf(open),
    endsHere: found.end === null ? 0 : wholeUtterance(found.end.features, open),
    understood: isSure(open) || (text === '' && isWordless(open)),
    interjection: await overheard(),
  };
}
