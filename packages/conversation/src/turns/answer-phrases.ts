import { cachedVerdict } from './cached-verdict.ts';
import { spokenKey } from './spoken-words.ts';

const REACHED = 'person|party|number|subscriber|customer|extension|user';

/** Said by answering machines only. */
const MACHINE = [
  /(?<!\bto )\bleave (?:me |us )?(?:a|your|an?y?) (?:(?:short|brief|detailed|quick) )?(?:name|message|voicemail|number)\b/,
  /\b(?:after|at|wait for|until) the (?:tone|beep|signal)\b/,
  /\bmailbox\b/,
  /\bplease record\b|\brecord your (?:message|name)\b/,
  /\bforwarded to (?:an automatic |an automated )?voice ?(?:mail|message|messaging)\b/,
  new RegExp(
    `\\b(?:${REACHED}) you (?:have |are |were |'ve )?(?:called|dialed|dialled|calling|dialing|trying to (?:reach|call))\\b`,
  ),
  /\b(?:can't|cannot|can not|unable to) (?:come to|get to|answer|take) (?:the|your|my) (?:phone|call)\b/,
];

/** Said by answering machines, and now and then by a person: tells something in a greeting only. */
const MACHINE_GREETING = [
  /\bvoice ?mail\b/,
  /\b(?:is|am|are|i'm|we're) (?:currently |presently |just )?(?:not available|unavailable|not in|away from)\b/,
  /\byou(?:'ve| have) reached\b/,
  /\bget back to you\b/,
  // "To leave a message, press three."
  /\bto leave (?:me |us )?(?:a|your) (?:\w+ )?(?:name|message|voicemail|number)\b/,
];

const MENU = [
  /\b(?:press|dial|say|enter) (?:or say )?(?:zero|one|two|three|four|five|six|seven|eight|nine|pound|hash|star|\d)\b/,
  /\bfor \w+(?: \w+){0,4} press\b/,
  /\bpress (?:or say|the)\b/,
  /\bpara español\b|\boprima\b|\bmarque\b/,
  /\b(?:main menu|menu options|following options|(?:our|this) menu)\b/,
];

/** Said by recordings that one has to hear out, and by people who put one through: they want no answer. */
const ANNOUNCEMENT = [
  /\bplease (?:hold|wait|stand by)\b|\b(?:hold|(?:stay|remain) on) the line\b/,
  /\b(?:transferring|connecting) (?:you|your call)\b|\b(?:transfer|connect) (?:you|your call) (?:to|now)\b/,
  /\byour call (?:is (?:very )?important|is being|will be)\b/,
  /\bcalls? (?:may|will|is|are|might) (?:be |being )?(?:recorded|monitored)\b/,
  /\b(?:representatives|agents|operators|lines) are (?:all |currently )*(?:busy|assisting|helping)\b/,
];

/** Said by people who want to be answered. */
const PERSON = [
  /\bhow (?:can|may) (?:i|we) (?:help|assist|direct)\b/,
  /\bwho(?:'s| is) (?:this|calling|there|speaking)\b/,
  /\b(?:speaking|what can i do for you|anybody there|anyone there|are you there|can i help you)\b/,
  /\bhello$/,
];

const matches = (patterns: RegExp[], text: string): boolean => patterns.some((pattern) => pattern.test(text));

/** Whether a text, finished or not, can only be an answering machine's. */
export const soundsLikeVoicemail = cachedVerdict((text) => matches(MACHINE, spokenKey(text)));

/** Whether a text that is the whole of a greeting is an answering machine's. */
export const soundsLikeMachineGreeting = cachedVerdict((text) => {
  const spoken = spokenKey(text);
  if (matches(MACHINE, spoken)) return true;
  return matches(MACHINE_GREETING, spoken) && !matches(PERSON, spoken) && !matches(MENU, spoken);
});

/** Whether a text is a voice menu that wants keys pressed. */
export const soundsLikeMenu = cachedVerdict((text) => matches(MENU, spokenKey(text)));

/** Whether a text asks for patience and for nothing else. */
export const soundsLikeAnnouncement = cachedVerdict((text) => {
  const spoken = spokenKey(text);
  return matches(ANNOUNCEMENT, spoken) && !matches(PERSON, spoken);
});

/** Whether a text wants an answer, as no machine's greeting does. */
export const soundsLikePerson = cachedVerdict((text) => matches(PERSON, spokenKey(text)));
