// The set of 500 greetings: which there are, and what is chosen by chance in each; the same in every run.
import { createHash } from 'node:crypto';
import { Random } from '../chaos/random.ts';
import type { Greeting, GreetingKind, Part, Speaker } from './greeting.ts';
import type { GreetingTexts } from './greeting-texts.ts';
import { GERMAN } from './texts/de.ts';
import { ENGLISH } from './texts/en.ts';
import { SPANISH } from './texts/es.ts';
import { FRENCH } from './texts/fr.ts';
import { HINDI } from './texts/hi.ts';
import { ITALIAN } from './texts/it.ts';
import { JAPANESE } from './texts/ja.ts';
import { DUTCH } from './texts/nl.ts';
import { POLISH } from './texts/pl.ts';
import { PORTUGUESE } from './texts/pt.ts';

/** How many of each kind there are in a language of weight 1. */
const COUNTS: Record<GreetingKind, number> = {
  'one word': 4,
  name: 3,
  noisy: 2,
  child: 2,
  'hello twice': 3,
  late: 2,
  'to others': 2,
  receptionist: 3,
  long: 3,
  beep: 4,
  'no beep': 5,
  'double beep': 1,
  'silence before': 2,
  'music before': 1,
  carrier: 4,
  'mailbox full': 2,
  closed: 3,
  screening: 2,
  menu: 3,
};

const LANGUAGES: readonly (readonly [GreetingTexts, weight: number])[] = [
  [ENGLISH, 2],
  ...[SPANISH, FRENCH, GERMAN, ITALIAN, PORTUGUESE, DUTCH, POLISH].map((texts) => [texts, 1] as const),
  ...[HINDI, JAPANESE].map((texts) => [texts, 0.42] as const),
];

const TEXTS: Record<GreetingKind, (texts: GreetingTexts) => string[]> = {
  'one word': ({ oneWord }) => oneWord,
  name: ({ withName }) => withName,
  noisy: ({ oneWord, withName }) => [...oneWord, ...withName],
  child: ({ oneWord, withName }) => [...oneWord, ...withName],
  'hello twice': ({ oneWord }) => oneWord,
  late: ({ oneWord, withName }) => [...oneWord, ...withName],
  'to others': ({ toOthers }) => toOthers,
  receptionist: ({ receptionist }) => receptionist,
  long: ({ longPerson }) => longPerson,
  beep: ({ personal }) => personal,
  'no beep': ({ personal }) => personal,
  'double beep': ({ personal }) => personal,
  'silence before': ({ personal }) => personal,
  'music before': ({ personal }) => personal,
  carrier: ({ carrier }) => carrier,
  'mailbox full': ({ mailboxFull }) => mailboxFull,
  closed: ({ closed }) => closed,
  screening: ({ screening }) => screening,
  menu: ({ menu }) => menu,
};

const BEEPS_HZ = [440, 620, 850, 950, 1000, 1400, 1800];
const ESPEAK_VARIANTS = ['', '+m1', '+m3', '+m7', '+f1', '+f2', '+f4'];
const ENGLISH_SPEAKERS: readonly (readonly [Speaker['program'], string])[] = [
  ['flite', 'kal16'],
  ['flite', 'awb'],
  ['flite', 'rms'],
  ['festival', 'kal_diphone'],
  ['festival', 'ked_diphone'],
  ['festival', 'cmu_us_slt_arctic_hts'],
];

export function greetingSet(): Greeting[] {
  return LANGUAGES.flatMap(([texts, weight]) =>
    (Object.keys(COUNTS) as GreetingKind[]).flatMap((kind) =>
      Array.from({ length: Math.max(1, Math.round(COUNTS[kind] * weight)) }, (_, index) =>
        greetingOf(texts, kind, index),
      ),
    ),
  );
}

const hashOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32LE(0);

function greetingOf(texts: GreetingTexts, kind: GreetingKind, index: number): Greeting {
  const id = `${texts.language} ${kind} ${index + 1}`;
  const seed = hashOf(id);
  const random = new Random(seed);
  const templates = TEXTS[kind](texts);
  const template = templates[(index + hashOf(`${texts.language} ${kind}`)) % templates.length]!;
  const choose = <T>(choices: readonly T[]): T => choices[Math.floor(random.between(0, choices.length))]!;
  const between = (from: number, to: number): number => Math.round(from + random.next() * (to - from));
  const fill = (text: string): string =>
    text
      .replaceAll('{name}', () => choose(texts.names))
      .replaceAll('{company}', () => choose(texts.companies))
      .replaceAll('{number}', () => choose(texts.numbers));
  const say = (text: string, gainDb = 0): Part[] =>
    fill(text)
      .split('|')
      .flatMap((piece, at): Part[] => [
        ...(at === 0 ? [] : [{ type: 'silence', ms: between(200, kind === 'long' ? 500 : 800) } as const]),
        { type: 'speech', written: writtenOf(piece), spoken: spokenOf(piece), gainDb },
      ]);
  const silence = (from: number, to: number): Part => ({ type: 'silence', ms: between(from, to) });
  const beep = (): Part => ({ type: 'beep', hz: choose(BEEPS_HZ), ms: between(180, 900) });
  const parts = ((): Part[] => {
    switch (kind) {
      case 'hello twice':
        return [silence(100, 500), ...say(template), silence(450, 1100), ...say(template)];
      case 'late':
        return [silence(1500, 4000), ...say(template)];
      case 'to others':
        return [silence(50, 200), ...say(template, -9), silence(400, 1200), ...say(choose(texts.oneWord))];
      case 'beep':
        return [silence(100, 900), ...say(template), silence(200, 1200), beep()];
      case 'double beep':
        return [silence(100, 900), ...say(template), silence(300, 800), beep(), silence(200, 400), beep()];
      case 'silence before':
        return [silence(1500, 4500), ...say(template), silence(200, 900), ...(random.chance(0.5) ? [beep()] : [])];
      case 'music before':
        return [
          silence(50, 300),
          { type: 'music', ms: between(2000, 6000) },
          ...say(template),
          silence(300, 800),
          beep(),
        ];
      case 'carrier':
        return [silence(300, 1500), ...say(template), ...(random.chance(0.5) ? [silence(300, 900), beep()] : [])];
      default:
        return [silence(100, 700), ...say(template)];
    }
  })();
  const isPerson = !['beep', 'no beep', 'double beep', 'silence before', 'music before'].includes(kind);
  const isRecorded = ['carrier', 'mailbox full', 'closed', 'menu', 'screening'].includes(kind) || !isPerson;
  const ends = kind === 'mailbox full' || kind === 'closed';
  return {
    id,
    kind,
    language: texts.language,
    isHeldOut: hashOf(`held out? ${texts.language} ${template}`) % 3 === 0,
    speaker: speakerOf(texts, kind, random),
    parts,
    reply: isRecorded ? null : (say(choose(texts.replies))[0] ?? null),
    prompt: isRecorded ? null : (say(choose(texts.oneWord))[0] ?? null),
    noiseDbfs: noiseOf(kind, isRecorded, random),
    isNoiseRecorded: isRecorded || random.chance(0.2),
    hangsUpAfterMs: ends ? between(1200, 4000) : null,
    hasFirstMessage: !random.chance(0.25),
    seed,
  };
}

const writtenOf = (text: string): string => text.replace(/\[([^/\]]*)\/[^\]]*\]/g, '$1').trim();
const spokenOf = (text: string): string => text.replace(/\[[^/\]]*\/([^\]]*)\]/g, '$1').trim();

function noiseOf(kind: GreetingKind, isRecorded: boolean, random: Random): number | null {
  if (kind === 'noisy') return -38 + random.next() * 8;
  if (isRecorded && random.chance(0.3)) return null;
  return -66 + random.next() * 16;
}

function speakerOf({ language, voice }: GreetingTexts, kind: GreetingKind, random: Random): Speaker {
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random.between(0, choices.length))]!;
  const rate = Math.floor(random.between(130, 190));
  if (kind === 'child') return { program: 'espeak-ng', voice: `${voice}+f5`, rate, pitch: 95 };
  if (language === 'en-US' && random.chance(0.55)) {
    const [program, name] = pick(ENGLISH_SPEAKERS);
    return { program, voice: name, rate, pitch: 50 };
  }
  return {
    program: 'espeak-ng',
    voice: `${voice}${pick(ESPEAK_VARIANTS)}`,
    rate,
    pitch: Math.floor(random.between(30, 75)),
  };
}
