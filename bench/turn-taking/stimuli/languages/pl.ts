import type { LanguagePhrases } from './language-phrases.ts';

export const POLISH: LanguagePhrases = {
  voice: 'pl',
  interruptions: [
    'nie to się nie zgadza',
    'czy mogę o coś zapytać',
    'ja tego nie zamawiałem',
    'ile to razem kosztuje',
    'ja wolałbym we wtorek',
    'źle mnie pan zrozumiał',
    'czy może pan powtórzyć',
    'muszę zaraz wychodzić',
    'kto panu to powiedział',
    'proszę dać mi skończyć',
  ],
  commands: ['stop', 'chwileczkę', 'nie', 'przepraszam', 'zaraz', 'nie nie', 'proszę poczekać', 'ale zaraz'],
  slowStarts: [
    ['yyy', 'właściwie potrzebuję czegoś innego'],
    ['tak', 'ale w poniedziałek nie mogę'],
    ['dobrze', 'a kto za to zapłaci'],
    ['okej', 'ale co z rachunkiem'],
    ['jasne', 'tylko nie mam już klucza'],
  ],
  backchannels: [
    ...['tak', 'dobrze', 'aha', 'rozumiem', 'jasne', 'no tak', 'okej', 'tak tak', 'dokładnie', 'oczywiście'],
    ...['w porządku', 'no dobrze', 'zgadza się', 'pewnie', 'świetnie', 'aha rozumiem', 'dobra', 'bardzo dobrze'],
  ],
  finished: [
    'chciałbym umówić się na wizytę',
    'czy może mi pan powiedzieć ile to kosztuje',
    'czy mają państwo coś wolnego w piątek',
    'dzwonię w sprawie zamówienia',
    'nazywam się piotr nowak',
    'o której jutro otwieracie',
    'muszę zmienić adres',
    'mam pytanie o rachunek',
  ],
  sentences: [
    ['chciałbym wizytę w', 'przyszły czwartek'],
    ['dzwonię ponieważ', 'paczka nie dotarła'],
    ['czy może mi pan powiedzieć czy', 'ten niebieski jeszcze jest'],
    ['mój numer to sześć zero', 'osiem dziewięć trzy'],
    ['szukamy mieszkania z', 'balkonem'],
    ['mam pytanie o', 'ostatni rachunek'],
  ],
};
