import { cachedVerdict } from './cached-verdict.ts';
import { spokenKey } from './spoken-words.ts';

const WHOM = '(?:me|us|here|this (?:number|phone|house)|my (?:number|phone|house|home|mom|mother|wife|husband))';
const NEVER = "(?:do not|don't|never|please don't|quit|stop)";
const CONTACT = '(?:call|phone|ring|contact|dial|bother)';

/** Whoever tells what others do or did asks for nothing: "they don't call me", "I'll never call again". */
const TOLD =
  "(?<!\\b(?:i|we|you|they|he|she|it|who|people|i'll|we'll|they'll|he'll|she'll|will|would) (?:just |really )?)";
/** "You never call me again" wants it; "you never call me anymore" misses it. */
const TOLD_BY_OTHERS = TOLD.replace('you|', '').replace('will|would', 'will');
const NOT_UNDONE = "(?<!\\b(?:not|never|don't|doesn't|didn't|won't|can't|cannot|he|she|they|them to|him to|her to) )";

/** Ways to say that no further call is wanted; matched against the spoken words. */
const OPT_OUTS = [
  new RegExp(
    `${NOT_UNDONE}\\b(?:stop|quit) (?:${CONTACT}ing|harassing|pestering|spamming)(?: ${WHOM})?(?! (?:names|it)\\b)`,
  ),
  new RegExp(`${TOLD_BY_OTHERS}\\b${NEVER} (?:ever )?${CONTACT} (?:${WHOM} )?(?:back )?(?:again|ever)\\b`),
  new RegExp(`${TOLD}\\b${NEVER} (?:ever )?${CONTACT} (?:${WHOM} )?(?:back )?(?:anymore|any more)\\b`),
  new RegExp(`${TOLD}\\b(?:do not|don't|never) (?:ever )?${CONTACT} ${WHOM}$`),
  /\b(?:take|remove|delete|get|strike) (?:me|us|my (?:name|number|phone number)|this number) (?:off|from|out of)\b.*\b(?:list|lists|database|system|records)\b/,
  /\b(?:put|add|place) (?:me|us|my number|this number) (?:on|to) (?:the|your) (?:national )?do not call\b/,
  /\bremove (?:my|this) (?:phone )?number\b/,
  /\bunsubscribe\b/,
  /\blose (?:my|this) number\b/,
];

/** Whether somebody asks, in English, never to be called again. */
export const asksForOptOut = cachedVerdict((text) => {
  const spoken = spokenKey(text);
  return OPT_OUTS.some((pattern) => pattern.test(spoken));
});
