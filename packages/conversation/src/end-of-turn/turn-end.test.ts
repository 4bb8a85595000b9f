import { describe, expect, it } from 'vitest';
import { spokenLanguage } from '../languages/spoken-language.ts';
import type { Prosody } from './prosody.ts';
import { turnEnd } from './turn-end.ts';

const FALLING: Prosody = {
  pitchSlopeStPerS: -12,
  finalPitchSt: -5,
  energySlopeDb: -6,
  lastStretchMs: 300,
  shape: 'falling',
};
const LEVEL: Prosody = { pitchSlopeStPerS: 0, finalPitchSt: 1, energySlopeDb: 0, lastStretchMs: 300, shape: 'level' };

const end = (text: string, { question = null as string | null, prosody = null as Prosody | null, tag = 'en' } = {}) =>
  turnEnd({ text, prosody, question, language: spokenLanguage(tag) }, 600);
const windowMs = (text: string, question: string | null = null, tag = 'en'): number =>
  end(text, { question, tag }).windowMs;

const PHONE = 'What is your phone number?';
const BOOK_IT = 'Would you like me to book that for you?';

describe('a finished turn', () => {
  it.each([
    ['what time do you open?', null],
    ['what time do you open', null],
    ['it was on Tuesday', null],
    ['Hello?', null],
    ['No, thank you.', null],
    ['Yes.', 'Is that correct?'],
    ['yes', 'Is that correct?'],
    ['no', 'Do you have an appointment?'],
    ['Tuesday at four', 'When would you like to come?'],
    ['two oh two five five five oh one four seven', PHONE],
    ['202-555-0147.', PHONE],
  ])('"%s" is answered after the shortest silence that ends a turn (%s)', (text, question) =>
    expect(windowMs(text, question)).toBeLessThanOrEqual(200),
  );
});

describe('an open turn', () => {
  it.each([
    ['my number is', null],
    ['I would like to order a', null],
    ['I was going to call and', null],
    ['well, um', null],
    ['Yes,', null],
    ['Yes,', 'Is that correct?'],
    ['so,', null],
    ['If you have a minute,', null],
    ['202 555', null],
    ['five five five', PHONE],
    ['my name is spelled J O', null],
    ['S M', 'How do you spell that?'],
    ['john at gmail', 'What is your email address?'],
    ['I need…', null],
    ['it is three one six', null],
    ['I am calling because', null],
    ['my card ends in three three', BOOK_IT],
    ['that is s m', BOOK_IT],
    ['I am calling because', BOOK_IT],
    ['could you tell me if the', BOOK_IT],
  ])('"%s" is waited for 1.2 s at least (%s)', (text, question) =>
    expect(windowMs(text, question)).toBeGreaterThanOrEqual(1200),
  );
});

describe('words that may be all', () => {
  it.each(['Yes.', 'yes', 'Okay.', 'I want a pizza', 'I would like to book a table'])(
    '"%s" are waited for as long as it takes to go on',
    (text) => {
      expect(windowMs(text)).toBeGreaterThanOrEqual(200);
      expect(windowMs(text)).toBeLessThanOrEqual(600);
    },
  );

  it('are judged by the voice: it falls at an end, and stays where more is coming', () => {
    expect(end('yes', { prosody: FALLING }).windowMs).toBeLessThanOrEqual(300);
    expect(end('yes', { prosody: LEVEL }).windowMs).toBeGreaterThanOrEqual(600);
  });

  it('are judged by the words alone when the voice is too short to have a shape', () => {
    expect(end('yes', { prosody: { ...LEVEL, lastStretchMs: 40 } })).toEqual(end('yes'));
  });
});

it('a fall of the voice hastens an end by less than a level pitch puts it off', () => {
  const [fallen, plain, level] = [FALLING, null, LEVEL].map((prosody) => end('yes', { prosody }).windowMs);
  expect(plain! / fallen!).toBeLessThan(level! / plain!);
});

it('no voice makes an end of what is open', () => {
  expect(end('my number is', { prosody: FALLING }).windowMs).toBeGreaterThanOrEqual(1200);
});

it('a telephone number grows to its end', () => {
  const windows = ['two oh two', 'two oh two five five five', 'two oh two five five five oh one four seven'].map(
    (text) => windowMs(text, PHONE),
  );
  expect(windows).toEqual(windows.toSorted((one, other) => other - one));
  expect(windowMs('five five five zero one two three', PHONE)).toBeLessThan(windowMs('five five five zero', PHONE));
});

it('a word that was said is spelled to its end', () => {
  expect(windowMs('my name is Reyes R E Y E S')).toBeLessThan(windowMs('my name is Reyes R E Y'));
});

it('without a word the window is the setting', () => {
  expect(windowMs('')).toBe(600);
  expect(turnEnd({ text: ' ', question: null, prosody: null, language: spokenLanguage('en') }, 900).windowMs).toBe(900);
});

describe.each([
  ['de', 'Haben Sie heute geöffnet?', 'Ich hätte gern einen', 'Ist das richtig?', 'Ja.'],
  ['es', '¿Cuánto cuesta?', 'Mi número es el', '¿Es correcto?', 'Sí.'],
  ['fr', 'Vous êtes ouverts demain?', 'Je voudrais réserver une', "C'est correct?", 'Oui.'],
  ['it', 'A che ora aprite?', 'Vorrei prenotare un', 'È corretto?', 'Sì.'],
  ['pt', 'Que horas vocês abrem?', 'O meu número é o', 'Está correto?', 'Sim.'],
  ['nl', 'Hoe laat gaat u open?', 'Ik wil graag een', 'Klopt dat?', 'Ja.'],
  ['pl', 'O której otwieracie?', 'Chciałbym zamówić dużą', 'Czy to się zgadza?', 'Tak.'],
  ['ja', '予約をお願いします。', '電話番号は', 'これで合っていますか？', 'はい。'],
  ['hi', 'आप कितने बजे खोलते हैं?', 'मेरा नंबर है और', 'क्या ये सही है?', 'हाँ।'],
  ['ar', 'متى تفتحون؟', 'أريد أن أحجز', 'هل هذا صحيح؟', 'نعم.'],
  ['zh', '你们几点开门？', '我的电话号码是', '对吗？', '对。'],
])('in %s', (tag, finished, open, question, yes) => {
  it('what is finished is answered soon', () => expect(windowMs(finished, null, tag)).toBeLessThanOrEqual(300));
  it('what is open is waited for', () => expect(windowMs(open, null, tag)).toBeGreaterThanOrEqual(1000));
  it('yes is an answer', () => expect(windowMs(yes, question, tag)).toBeLessThanOrEqual(200));
});

describe('in German', () => {
  it.each([
    'ich habe letzte woche zwei hemden bei ihnen bestellt',
    'ich würde den termin gerne auf nächsten mittwoch verschieben',
    'mein bruder hat sich beim fußball das bein gebrochen',
    'der monteur hat gesagt dass er am freitag noch mal vorbeikommt',
    'Ich rufe Sie dann morgen Vormittag zurück.',
  ])('"%s" is finished: the verb is whole', (text) => expect(windowMs(text, null, 'de')).toBeLessThanOrEqual(300));

  it.each([
    'ich rufe an weil ich gestern von ihnen einen brief',
    'wir sind seit drei jahren bei ihnen und haben noch nie',
    'können sie mir bitte die unterlagen',
    'der fahrer hat das paket einfach vor die',
    'das problem ist dass die heizung',
  ])('"%s" is open until the verb is whole', (text) => expect(windowMs(text, null, 'de')).toBeGreaterThanOrEqual(1000));
});

describe.each([
  [
    'es',
    [
      'la semana pasada compré unos zapatos en su tienda',
      'a mi hermano le han robado la cartera',
      'Le llamo mañana por la mañana.',
    ],
    [
      'llamo porque ayer recibí una carta de',
      'somos clientes desde hace tres años y nunca hemos',
      'el problema es que la caldera',
    ],
  ],
  [
    'fr',
    [
      "la semaine dernière j'ai acheté des chaussures chez vous",
      "mon frère s'est fait voler son portefeuille",
      'Je vous rappelle demain matin.',
    ],
    [
      "je vous appelle parce que j'ai reçu une lettre de",
      "quand j'essaie de me connecter",
      'le livreur a laissé le colis devant la',
    ],
  ],
])('in %s, without a question', (tag, finished, open) => {
  it.each(finished)('"%s" is finished', (text) => expect(windowMs(text, null, tag)).toBeLessThanOrEqual(300));
  it.each(open)('"%s" is open', (text) => expect(windowMs(text, null, tag)).toBeGreaterThanOrEqual(1000));
});

describe('what a recognizer of a closed vocabulary expects', () => {
  const expectedEnd = (text: string, expected: number, question: string | null = null) =>
    turnEnd({ text, prosody: null, question, expected, language: spokenLanguage('en') }, 600);

  it('decides where it is sure, whatever its words look like', () => {
    expect(expectedEnd('can you tell me what it', 0.97).windowMs).toBeLessThanOrEqual(450);
    expect(expectedEnd('i would like to make an appointment please', 0.01).windowMs).toBeGreaterThan(900);
  });

  it('leaves what it does not know to the words', () => {
    const [open, ended] = ['my number is', 'i would like to make an appointment please'].map(
      (text) => expectedEnd(text, 0.4).windowMs,
    );
    expect(open).toBeGreaterThan(ended! + 200);
  });

  it('leaves more to words that are surer', () => {
    const windows = [0.3, 0.9].map((confidence) =>
      ['my number is', 'i would like to make an appointment please'].map((text) => {
        const evidence = { text, question: null, prosody: null, expected: 0.5, confidence };
        return turnEnd({ ...evidence, language: spokenLanguage('en') }, 600).windowMs;
      }),
    );
    const [unsure, sure] = windows.map(([open, ended]) => open! - ended!);
    expect(sure).toBeGreaterThan(unsure! + 300);
  });

  it('says it alone of a voice without words', () => {
    expect(expectedEnd('', 0.9).windowMs).toBeLessThan(expectedEnd('', 0.1).windowMs);
  });

  it('is believed of what answers a question, however short it was', () => {
    expect(expectedEnd('yes', 0.02, BOOK_IT).windowMs).toBeLessThanOrEqual(410);
    expect(expectedEnd('yes', 0.02).windowMs).toBeGreaterThan(600);
    expect(expectedEnd('yes i would', 0.02, BOOK_IT).windowMs).toBeGreaterThan(600);
  });
});
