import { cachedVerdict } from './cached-verdict.ts';
import { spokenKey, spokenWords } from './spoken-words.ts';

/** What English listeners say to mean "go on". */
export const ENGLISH_BACKCHANNELS: readonly string[] = [
  ...[
    'uh-huh',
    'uh huh',
    'uhuh',
    'mm',
    'mmm',
    'mhm',
    'mm-hmm',
    'mm hm',
    'm-hm',
    'hm',
    'hmm',
    'huh',
    'ah',
    'aha',
    'oh',
    'uh',
    'um',
    'er',
  ],
  ...[
    'okay',
    'ok',
    'o k',
    'yeah',
    'yep',
    'yup',
    'yes',
    'right',
    'sure',
    'alright',
    'all right',
    'good',
    'great',
    'fine',
    'nice',
    'cool',
  ],
  ...[
    'i see',
    'got it',
    'gotcha',
    'i know',
    'i understand',
    'understood',
    'of course',
    'exactly',
    'true',
    'wow',
    'really',
    'makes sense',
  ],
  ...['oh okay', 'oh i see', 'go on', 'that makes sense', 'sounds good'],
];

/** What is said back to a goodbye: it does not ask to go on talking. */
export const ENGLISH_FAREWELLS: readonly string[] = [
  ...[
    'bye',
    'bye bye',
    'goodbye',
    'good bye',
    'see you',
    'see ya',
    'take care',
    'cheers',
    'thanks',
    'thank you',
    'thank you so much',
  ],
  ...[
    'thank you very much',
    'thanks a lot',
    'you too',
    'same to you',
    'have a good day',
    'have a nice day',
    'have a great day',
  ],
  ...[
    'have a good one',
    'and you',
    'good night',
    'talk to you later',
    'no thank you',
    "that's all",
    'perfect',
    'same here',
    'thanks again',
  ],
];

/** What is said into the agent's first words by somebody who has not heard them yet. */
export const ENGLISH_GREETINGS: readonly string[] = [
  ...['hello', 'hi', 'hey', 'hello there', 'hi there', 'good morning', 'good afternoon', 'good evening', 'morning'],
  ...['yes', 'yes hello', 'speaking', 'this is he', 'this is she'],
];

/** Longer runs of agreement ("yeah okay right sure great okay") are somebody who wants the floor. */
const MAX_WORDS = 5;

/** A set of phrases; a text matches when it is nothing but a short run of them. */
export class PhraseSet {
  readonly #phrases: Set<string>;
  readonly #longest: number;

  constructor(phrases: readonly string[]) {
    this.#phrases = new Set(phrases.map(spokenKey));
    this.#longest = Math.max(0, ...phrases.map((phrase) => spokenWords(phrase).length));
  }

  /** Whether `text` consists of phrases of this set and nothing else. False for a text without words. */
  readonly covers = cachedVerdict((text) => this.#covers(text, false));

  /** Whether `text`, as far as it goes, may be the beginning of a text that is covered: "I" of "I see". */
  readonly mayCover = cachedVerdict((text) => this.#covers(text, true));

  #covers(text: string, mayBreakOff: boolean): boolean {
    const words = spokenWords(text);
    return this.#isShort(words) && this.#coversFrom(words, 0, mayBreakOff);
  }

  #isShort(words: string[]): boolean {
    return words.length > 0 && words.length <= Math.max(MAX_WORDS, this.#longest);
  }

  #coversFrom(words: string[], from: number, mayBreakOff: boolean): boolean {
    if (from === words.length) return true;
    if (mayBreakOff && this.#isBeginning(words.slice(from).join(' '))) return true;
    for (let length = Math.min(this.#longest, words.length - from); length > 0; length -= 1) {
      const phrase = words.slice(from, from + length).join(' ');
      if (this.#phrases.has(phrase) && this.#coversFrom(words, from + length, mayBreakOff)) return true;
    }
    return false;
  }

  #isBeginning(text: string): boolean {
    return [...this.#phrases].some((phrase) => phrase.startsWith(text));
  }
}
