import type { LanguagePhrases } from './language-phrases.ts';

export const DUTCH: LanguagePhrases = {
  voice: 'nl',
  interruptions: [
    'nee dat klopt niet',
    'mag ik even iets vragen',
    'dat heb ik niet besteld',
    'wat kost dat dan in totaal',
    'ik wilde eigenlijk de dinsdag',
    'u heeft mij verkeerd begrepen',
    'kunt u dat nog eens zeggen',
    'ik moet zo meteen weg',
    'wie heeft u dat verteld',
    'laat me even uitpraten',
  ],
  commands: ['stop', 'wacht even', 'nee', 'sorry', 'ho', 'nee nee', 'pardon', 'wat zegt u'],
  slowStarts: [
    ['uh', 'eigenlijk heb ik iets anders nodig'],
    ['ja', 'maar maandag kan ik niet'],
    ['oké', 'en wie betaalt dat'],
    ['goed', 'maar hoe zit het met de rekening'],
    ['precies', 'alleen heb ik geen sleutel meer'],
  ],
  backchannels: [
    ...['ja', 'oké', 'precies', 'ja ja', 'aha', 'oh ja', 'goed', 'prima', 'klopt', 'inderdaad', 'ja hoor', 'zeker'],
    ...['ik snap het', 'natuurlijk', 'helemaal goed', 'oh oké', 'ja precies', 'duidelijk', 'dat is goed'],
  ],
  finished: [
    'ik wil graag een afspraak maken',
    'kunt u mij zeggen wat het kost',
    'heeft u vrijdag nog iets vrij',
    'ik bel over mijn bestelling',
    'mijn naam is piet de vries',
    'hoe laat bent u morgen open',
    'ik moet mijn adres wijzigen',
    'ik heb nog een vraag over de rekening',
  ],
  sentences: [
    ['ik wil graag een afspraak op', 'volgende donderdag'],
    ['ik bel omdat', 'het pakket niet gekomen is'],
    ['kunt u mij zeggen of', 'de blauwe er nog is'],
    ['mijn nummer is nul zes', 'acht negen drie'],
    ['wij zoeken een', 'woning met balkon'],
    ['ik heb een vraag over de', 'laatste rekening'],
  ],
};
