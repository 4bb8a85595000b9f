import { primarySubtag } from './packs.ts';

/** What is said to a person whom a call is handed over to, and what they may answer. */
export interface HandoverWords {
  /** Where nothing else is known of the call. */
  waiting: string;
  /** Follows what the call is about. */
  question: string;
  readonly accept: readonly string[];
  readonly decline: readonly string[];
  /** Answers are looked for as words; in scripts without spaces anywhere. */
  readonly isSpaced: boolean;
}

const english: HandoverWords = {
  waiting: 'There is a caller on the line for you.',
  question: 'To take the call, press 1 or say yes. To decline, press 2 or say no.',
  accept: ['yes', 'yeah', 'yep', 'sure', 'okay', 'ok'],
  decline: ['no', 'nope'],
  isSpaced: true,
};

/** By the primary subtag of BCP 47: the languages that agents have manners in. */
const words: Readonly<Record<string, HandoverWords>> = {
  en: english,
  de: {
    waiting: 'Für Sie ist ein Anruf in der Leitung.',
    question:
      'Um den Anruf anzunehmen, drücken Sie die 1 oder sagen Sie Ja. Um abzulehnen, drücken Sie die 2 oder sagen Sie Nein.',
    accept: ['ja', 'jawohl', 'gerne', 'okay', 'ok'],
    decline: ['nein', 'nee'],
    isSpaced: true,
  },
  es: {
    waiting: 'Hay una llamada en línea para usted.',
    question: 'Para aceptar la llamada, pulse 1 o diga sí. Para rechazarla, pulse 2 o diga no.',
    accept: ['sí', 'si', 'claro', 'vale', 'bueno'],
    decline: ['no'],
    isSpaced: true,
  },
  fr: {
    waiting: 'Un appel est en ligne pour vous.',
    question: "Pour prendre l'appel, appuyez sur 1 ou dites oui. Pour le refuser, appuyez sur 2 ou dites non.",
    accept: ['oui', 'ouais', 'volontiers', "d'accord"],
    decline: ['non'],
    isSpaced: true,
  },
  it: {
    waiting: "C'è una chiamata in linea per Lei.",
    question: 'Per accettare la chiamata prema 1 o dica sì. Per rifiutarla prema 2 o dica no.',
    accept: ['sì', 'si', 'certo', 'va bene'],
    decline: ['no'],
    isSpaced: true,
  },
  pt: {
    waiting: 'Há uma chamada em linha para você.',
    question: 'Para atender a chamada, pressione 1 ou diga sim. Para recusar, pressione 2 ou diga não.',
    accept: ['sim', 'claro', 'pode'],
    decline: ['não', 'nao'],
    isSpaced: true,
  },
  nl: {
    waiting: 'Er is een gesprek voor u aan de lijn.',
    question: 'Om het gesprek aan te nemen, toets 1 of zeg ja. Om te weigeren, toets 2 of zeg nee.',
    accept: ['ja', 'graag', 'oké', 'oke'],
    decline: ['nee'],
    isSpaced: true,
  },
  pl: {
    waiting: 'Na linii czeka rozmowa do Państwa.',
    question: 'Aby odebrać, proszę nacisnąć 1 lub powiedzieć tak. Aby odmówić, proszę nacisnąć 2 lub powiedzieć nie.',
    accept: ['tak', 'dobrze', 'jasne'],
    decline: ['nie'],
    isSpaced: true,
  },
  ar: {
    waiting: 'هناك مكالمة على الخط لك.',
    question: 'لقبول المكالمة اضغط 1 أو قل نعم. للرفض اضغط 2 أو قل لا.',
    accept: ['نعم', 'أيوه', 'تمام'],
    decline: ['لا'],
    isSpaced: true,
  },
  hi: {
    waiting: 'आपके लिए लाइन पर एक कॉल है।',
    question: 'कॉल लेने के लिए 1 दबाएँ या हाँ कहें। मना करने के लिए 2 दबाएँ या नहीं कहें।',
    accept: ['हाँ', 'हां', 'जी'],
    decline: ['नहीं'],
    isSpaced: true,
  },
  ja: {
    waiting: 'お電話が入っております。',
    question: 'お受けになる場合は1を押すか、はいとお答えください。お断りの場合は2を押すか、いいえとお答えください。',
    accept: ['はい', 'お願いします'],
    decline: ['いいえ'],
    isSpaced: false,
  },
  zh: {
    waiting: '有一位来电者在线等候。',
    question: '接听请按1或说好的，拒绝请按2或说不要。',
    accept: ['好的', '可以'],
    decline: ['不要', '不行'],
    isSpaced: false,
  },
};

/** In this language, BCP 47; in English where there are none in it. */
export function handoverWords(language: string): HandoverWords {
  return words[primarySubtag(language)] ?? english;
}

/** Whether a person who says this takes the call; null: that is not clear. */
export function handoverAnswer(text: string, { accept, decline, isSpaced }: HandoverWords): boolean | null {
  const said = text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}' ]/gu, ' ');
  const padded = ` ${said.split(/\s+/).join(' ')} `;
  const has = (answers: readonly string[]) =>
    answers.some((answer) => (isSpaced ? padded.includes(` ${answer} `) : said.includes(answer)));
  const [accepts, declines] = [has(accept), has(decline)];
  return accepts === declines ? null : accepts;
}
