import { spokenKey } from './spoken-words.ts';

const WHOM = '(?:me|us|here|this (?:number|phone|house)|my (?:number|phone|house|home|mom|mother|wife|husband))';
const NEVER = "(?:do not|don't|never|please don't|quit|stop)";
const AGAIN = '(?:again|anymore|any more|ever)';
const CONTACT = '(?:call|phone|ring|contact|dial|bother)';

/** Ways to say that no further call is wanted; matched against the spoken words. */
const OPT_OUTS = [
  new RegExp(`\\b(?:stop|quit) (?:${CONTACT}ing|harassing|pestering|spamming)(?: ${WHOM})?(?! (?:names|it)\\b)`),
  new RegExp(`\\b${NEVER} (?:ever )?${CONTACT} (?:${WHOM} )?(?:back )?${AGAIN}\\b`),
  new RegExp(`\\b(?:do not|don't|never) (?:ever )?${CONTACT} ${WHOM}$`),
  /\b(?:take|remove|delete|get|strike) (?:me|us|my (?:name|number|phone number)|this number) (?:off|from|out of)\b.*\b(?:list|lists|database|system|records)\b/,
  /\b(?:put|add|place) (?:me|us|my number|this number) (?:on|to) (?:the|your) (?:national )?do not call\b/,
  /\bremove (?:my|this) (?:phone )?number\b/,
  /\bunsubscribe\b/,
  /\blose (?:my|this) number\b/,
];

/** Whether somebody asks, in English, never to be called again. */
export function asksForOptOut(text: string): boolean {
  const spoken = spokenKey(text);
  return OPT_OUTS.some((pattern) => pattern.test(spoken));
}
