import type { GreetingTexts } from '../greeting-texts.ts';

export const POLISH: GreetingTexts = {
  language: 'pl-PL',
  voice: 'pl',
  names: ['Marek', 'Anna Kowalska', 'Piotr Nowak', 'Kasia'],
  companies: ['Warsztat Zieliński', 'Gabinet stomatologiczny Uśmiech', 'Nieruchomości Wisła', 'Piekarnia Lis'],
  numbers: ['sześćset jeden, dwieście trzy, czterysta pięć', 'dwadzieścia dwa, pięćset pięćdziesiąt pięć, zero jeden'],
  oneWord: ['Halo?', 'Słucham?', 'Tak?', 'Tak, słucham.', 'Dzień dobry.'],
  withName: ['{name}, słucham.', 'Halo, tu {name}.', 'Tak, {name}, kto mówi?'],
  receptionist: [
    'Dzień dobry, {company}, {name}, w czym mogę pomóc?',
    '{company}, dzień dobry, przy telefonie {name}, słucham.',
    'Dzień dobry, dziękujemy za telefon do firmy {company}, z kim mam przyjemność?',
  ],
  longPerson: [
    'Halo, poczekaj chwilę, bo jestem na ulicy i jest straszny hałas, zaraz wejdę do sklepu. | No, teraz lepiej słyszę. | Kto mówi?',
    'Tak, cześć, właśnie miałem do ciebie dzwonić, stoję w korku i spóźnię się co najmniej pół godziny, zaczynajcie beze mnie.',
  ],
  toOthers: ['Postaw to tam, na stole.', 'Bądźcie cicho przez chwilę, rozmawiam przez telefon.'],
  replies: ['Tak, w jakiej sprawie?', 'Dobrze.', 'Z kim chce pan rozmawiać?'],
  personal: [
    'Cześć, tu {name}. | Nie mogę teraz odebrać, zostaw wiadomość po sygnale.',
    'Dodzwoniłeś się do {name}. | Oddzwonię najszybciej, jak będę mógł.',
    'Tu automatyczna sekretarka, numer {number}. | Proszę zostawić wiadomość.',
    'Dzień dobry, jestem na urlopie do poniedziałku. | W pilnych sprawach proszę o kontakt mailowy.',
    'Hej, nie ma mnie w domu. | Nagraj się, to oddzwonię. | Na razie.',
  ],
  carrier: [
    'Abonent jest czasowo niedostępny. Prosimy spróbować później.',
    'Tu poczta głosowa numeru | {number}. | Proszę zostawić wiadomość po sygnale.',
    'Wybrany numer nie istnieje. Prosimy sprawdzić numer i zadzwonić ponownie.',
    'Osoba, do której dzwonisz, nie może teraz rozmawiać. Spróbuj później albo wyślij wiadomość.',
  ],
  mailboxFull: [
    'Skrzynka głosowa abonenta jest pełna. Nie można zostawić wiadomości. Do widzenia.',
    'Poczta głosowa tego numeru nie przyjmuje nowych wiadomości. Prosimy zadzwonić później.',
  ],
  closed: [
    'Dzień dobry, dodzwonili się państwo do firmy {company}. Nasze biuro jest obecnie nieczynne. Pracujemy od poniedziałku do piątku, od ósmej do szesnastej.',
    'Dziękujemy za telefon do firmy {company}. Z powodu urlopu jesteśmy zamknięci do dwudziestego sierpnia. Prosimy o kontakt mailowy.',
  ],
  screening: [
    'Cześć, osoba, do której dzwonisz, używa filtra połączeń. Podaj swoje imię i powód rozmowy.',
    'Proszę podać imię i nazwisko oraz cel rozmowy, a sprawdzę, czy ta osoba może odebrać.',
  ],
  menu: [
    'Witamy w firmie {company}. Aby połączyć się z działem sprzedaży, wybierz jeden. Aby połączyć się z serwisem, wybierz dwa. Aby porozmawiać z konsultantem, wybierz zero.',
    'Dzień dobry, tu {company}. W celu umówienia wizyty naciśnij jeden. W celu odwołania wizyty naciśnij dwa.',
  ],
};
