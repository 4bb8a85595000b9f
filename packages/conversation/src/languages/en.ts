import { EN_CLAIMS } from './claims/en.ts';
import type { LanguagePack } from './language-pack.ts';
import { EN_SPELLING } from './spelling/en.ts';

const REACHED = 'person|party|number|subscriber|customer|extension|user';

const WHOM = '(?:me|us|here|this (?:number|phone|house)|my (?:number|phone|house|home|mom|mother|wife|husband))';
const NEVER = "(?:do not|don't|never|please don't|quit|stop)";
const CONTACT = '(?:call|phone|ring|contact|dial|bother)';
/** Whoever tells what others do or did asks for nothing: "they don't call me", "I'll never call again". */
const TOLD =
  "(?<!\\b(?:i|we|you|they|he|she|it|who|people|i'll|we'll|they'll|he'll|she'll|will|would) (?:just |really )?)";
/** "You never call me again" wants it; "you never call me anymore" misses it. */
const TOLD_BY_OTHERS = TOLD.replace('you|', '').replace('will|would', 'will');
const NOT_UNDONE = "(?<!\\b(?:not|never|don't|doesn't|didn't|won't|can't|cannot|he|she|they|them to|him to|her to) )";

export const ENGLISH: LanguagePack = {
  tag: 'en',
  isSpaced: true,
  phrases: {
    optOut: "I'm sorry for the trouble. I'll take you off our list, and we won't call you again. Goodbye.",
    apology: "Sorry, I'm having technical difficulties. Goodbye.",
    farewell: "I'm sorry, I have to end our call here. Goodbye.",
    parting: 'Thank you for your time. Goodbye.',
    oneMoment: 'One moment, please.',
    stillWorking: "I'm still on it.",
    notCaught: "Sorry, I didn't catch that. Could you say it again?",
  },
  silence: { reminder: 'Are you still there?', goodbye: 'I will let you go now. Goodbye.' },
  openers: ['Okay.', 'Sure.', 'Great.', 'Alright.', 'Of course.', 'Thank you.', 'Got it.', 'Perfect.'],

  backchannels: [
    ...['uh-huh', 'uh huh', 'uhuh', 'mm', 'mmm', 'mhm', 'mm-hmm', 'mm hm', 'm-hm', 'hm', 'hmm', 'huh', 'ah', 'aha'],
    ...['oh', 'uh', 'um', 'er', 'okay', 'ok', 'o k', 'yeah', 'yep', 'yup', 'yes', 'right', 'sure', 'alright'],
    ...['all right', 'good', 'great', 'fine', 'nice', 'cool', 'i see', 'got it', 'gotcha', 'i know', 'i understand'],
    ...['understood', 'of course', 'exactly', 'true', 'wow', 'really', 'makes sense', 'oh okay', 'oh i see', 'go on'],
    ...['that makes sense', 'sounds good'],
    ...[
      'absolutely',
      'definitely',
      'for sure',
      'perfect',
      'correct',
      'awesome',
      'wonderful',
      'very good',
      'fair enough',
      'i gotcha',
      'sounds great',
    ],
  ],
  hesitations: ['um', 'uh', 'er', 'erm', 'uhm'],
  demands: [
    ...['what', 'what was that', 'pardon', 'pardon me', 'come again', 'say that again'],
    ...[
      'stop',
      'wait',
      'hold on',
      'hang on',
      'hello',
      'hey',
      'sorry',
      'excuse me',
      'no',
      'no no',
      'nope',
      'listen',
      'look',
    ],
  ],
  greetings: [
    ...['hello', 'hi', 'hey', 'hello there', 'hi there', 'good morning', 'good afternoon', 'good evening', 'morning'],
    ...['yes', 'yes hello', 'speaking', 'this is he', 'this is she'],
  ],
  farewells: [
    ...['bye', 'bye bye', 'goodbye', 'good bye', 'see you', 'see ya', 'take care', 'cheers', 'thanks', 'thank you'],
    ...['thank you so much', 'thank you very much', 'thanks a lot', 'you too', 'same to you', 'have a good day'],
    ...['have a nice day', 'have a great day', 'have a good one', 'and you', 'good night', 'talk to you later'],
    ...['no thank you', "that's all", 'perfect', 'same here', 'thanks again'],
  ],
  partings: ['bye|goodbye|thanks|thank you'],

  completeAnswers: [
    ...['yes', 'yeah', 'yep', 'yup', 'yes please', 'yes it is', 'yes i am', 'yes i do', 'yes that is right'],
    ...["yes that's right", 'sure', 'of course', 'no', 'nope', 'no thanks', 'no thank you', "no i don't"],
    ...["no it isn't", "no that's all", "that's all", "that's it", 'not really', 'okay', 'ok', 'correct', 'exactly'],
    ...["that's right", "that's correct", 'right', 'absolutely', 'definitely', 'perfect', 'great', 'thank you'],
    ...['thanks', 'bye', 'goodbye', 'bye bye', 'hello', 'hi', 'speaking', 'this is he', 'this is she', 'i see'],
    ...['sounds good'],
  ],
  unfinishedWords: [
    ...[
      'and',
      'or',
      'but',
      'so',
      'because',
      'since',
      'if',
      'when',
      'while',
      'although',
      'um',
      'uh',
      'er',
      'erm',
      'hmm',
    ],
    ...['like', 'the', 'a', 'an', 'my', 'your', 'his', 'her', 'our', 'their', 'to', 'for', 'of', 'at', 'in', 'on'],
    ...['with', 'from', 'by', 'about', 'than', "that's", "it's", "i'm", "i've", "we're", 'is', 'are', 'was', 'were'],
    ...['will', 'would', 'can', 'could', 'should', 'i', 'we', 'he', 'she', 'they', 'and', 'then', 'well', 'maybe'],
    ...["let's", 'plus', 'dot', 'dash'],
  ],
  // They all end with "is", "at" or the like.
  announcements: [],
  numberWords: [
    ...['zero', 'oh', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'],
    ...['twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty'],
    ...['thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety', 'hundred', 'thousand', 'double', 'triple'],
  ],
  numberJoints: [],
  joinsNumbers: false,
  telephoneDigits: 10,

  optOut: [
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
  ],
  machine: [
    /(?<!\b(?:to|can i|could i|may i|should i|can we) )\bleave (?:me |us )?(?:a|your|an?y?) (?:(?:short|brief|detailed|quick) )?(?:name|message|voicemail|number)\b/,
    /\b(?:after|at|wait for|until) the (?:tone|beep|signal)\b/,
    /\bmailbox\b/,
    /\bplease record (?!your name\b)|\brecord your message\b/,
    /\bforwarded to (?:an automatic |an automated )?voice ?(?:mail|message|messaging)\b/,
    new RegExp(
      `\\b(?:${REACHED}) you (?:have |are |were |'ve )?(?:called|dialed|dialled|calling|dialing|trying to (?:reach|call))\\b`,
    ),
    /\b(?:can't|cannot|can not|unable to) (?:come to|get to|answer|take) (?:the|your|my) (?:phone|call)\b/,
  ],
  machineGreeting: [
    /\bvoice ?mail\b/,
    /\b(?:is|am|are|i'm|we're) (?:currently |presently |just )?(?:not available|unavailable|not in|away from)\b/,
    /\byou(?:'ve| have) reached\b/,
    /\bget back to you\b/,
    // "To leave a message, press three."
    /\bto leave (?:me |us )?(?:a|your) (?:\w+ )?(?:name|message|voicemail|number)\b/,
    "(?:are|is|we're) (?:currently |now |presently |temporarily )?closed|closed (?:for|until|on) (?:the|our|today|tomorrow|monday|saturday|sunday|lunch)",
    '(?:business|office|opening|regular|normal|working) hours|our hours|will (?:re-?open|return|be back)',
    '(?:call|try) (?:us |me |your call )?(?:back |again )?(?:later|during|another time)|try (?:your call )?again',
    "(?:not|isn't|aren't) (?:around|here|home|at home|at my desk|able to)|away from (?:my|the|our)|out of (?:the office|town)|(?:sorry|because) (?:i|we) missed (?:your|you)",
    'hang up and (?:dial|call)|you know what to do|return (?:your|the) call|call you (?:right )?back|text me|no longer in service|not in service|has not been set up',
  ],
  menu: [
    /(?<!\bhang up and )\b(?:press|dial|say|enter) (?:or say )?(?:zero|one|two|three|four|five|six|seven|eight|nine|pound|hash|star|\d)\b/,
    /\bfor \w+(?: \w+){0,4} press\b/,
    /\bpress (?:or say|the)\b/,
    'para español|oprima|marque',
    /\b(?:main menu|menu options|following options|(?:our|this) menu)\b/,
  ],
  reception: ['(?:thanks|thank you) for calling|welcome to'],
  hold: [
    /\bplease (?:hold|wait|stand by)\b|\b(?:hold|(?:stay|remain) on) the line\b/,
    /\b(?:transferring|connecting) (?:you|your call)\b|\b(?:transfer|connect) (?:you|your call) (?:to|now)\b/,
    /\byour call (?:is (?:very )?important|is being|will be)\b/,
    /\bcalls? (?:may|will|is|are|might) (?:be |being )?(?:recorded|monitored)\b/,
    /\b(?:representatives|agents|operators|lines) are (?:all |currently )*(?:busy|assisting|helping)\b/,
  ],
  screening: [
    'screening service|call screening|call assist(?:ant)?',
    'record your name and (?:the )?reason',
    '(?:state|say|tell me|give) your name and (?:the reason|why)',
    'reason (?:for|of) (?:your call|calling)',
    "who(?:'s| is) calling and why",
  ],
  person: [
    /\bhow (?:can|may) (?:i|we) (?:help|assist|direct)\b/,
    /\bwho(?:'s| is) (?:this|calling|there|speaking)\b/,
    /\b(?:speaking|what can i do for you|anybody there|anyone there|are you there|can i help you)\b/,
    /\bhello$/,
  ],
  telltales: [
    ...['the', 'and', 'is', 'this', 'hello', 'hi', 'from', 'how', 'you', 'your', 'what', 'with', 'thank', 'thanks'],
    ...['calling', 'can', 'help', 'of', 'for', 'are', 'my', 'speaking', 'today', 'please', 'have', "i'm", "it's"],
  ],
  claims: EN_CLAIMS,
  spelling: EN_SPELLING,
  abbreviations: [
    ...['dr', 'mr', 'mrs', 'ms', 'prof', 'st', 'vs', 'etc', 'inc', 'ltd', 'co', 'corp', 'dept', 'approx', 'ext', 'e.g'],
    ...['i.e', 'a.m', 'p.m', 'u.s', 'u.k', 'jr', 'sr', 'jan', 'feb', 'aug', 'sept', 'oct', 'nov', 'dec'],
  ],
};
