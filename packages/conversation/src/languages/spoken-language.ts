import { type AnswerPhrases, answerPhrases } from './answer-phrases.ts';
import { cachedVerdict } from './cached-verdict.ts';
import type { LanguagePack } from './language-pack.ts';
import { optOutJudge } from './opt-out.ts';
import { allPacks, ENGLISH, packFor } from './packs.ts';
import { Writing } from './writing.ts';

/** What is understood of texts in one language. It knows nothing of the call, and is shared by all. */
export interface SpokenLanguage extends AnswerPhrases {
  readonly pack: LanguagePack;
  readonly writing: Writing;
  /** Whether a text bids farewell, among other things. */
  bidsFarewell(text: string): boolean;
  /** Whether a text asks, in whatever language, never to be called again. */
  asksForOptOut(text: string): boolean;
}

/** They take longer to make than everything else of a short call. */
const made = new Map<LanguagePack, SpokenLanguage>();

/** @param tag BCP 47 */
export function spokenLanguage(tag: string): SpokenLanguage {
  const pack = packFor(tag);
  const known = made.get(pack);
  if (known) return known;
  const language = make(pack);
  made.set(pack, language);
  return language;
}

const asksForOptOut = optOutJudge(allPacks);

function make(pack: LanguagePack): SpokenLanguage {
  const writing = new Writing(pack);
  const isParting = writing.matcher(pack.partings);
  return {
    pack,
    writing,
    ...answerPhrases(pack === ENGLISH ? [pack] : [pack, ENGLISH], writing),
    bidsFarewell: cachedVerdict((text) => isParting(writing.key(text))),
    asksForOptOut,
  };
}
