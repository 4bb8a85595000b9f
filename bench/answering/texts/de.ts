import type { GreetingTexts } from '../greeting-texts.ts';

export const GERMAN: GreetingTexts = {
  language: 'de-DE',
  voice: 'de',
  names: ['Schmidt', 'Anna Becker', 'Familie Wagner', 'Thomas'],
  companies: ['Autohaus König', 'Zahnarztpraxis Doktor Lange', 'Malerbetrieb Schulz', 'Bäckerei Huber'],
  numbers: [
    'null eins sieben zwei, drei vier fünf, sechs sieben acht',
    'null drei null, fünf fünf, null eins, zwei drei',
  ],
  oneWord: ['Hallo?', 'Ja?', 'Ja, bitte?', 'Ja, hallo?', 'Guten Tag.'],
  withName: ['{name}.', 'Ja, {name} hier, hallo?', '{name}, guten Tag.', 'Hallo, hier ist {name}.'],
  receptionist: [
    '{company}, mein Name ist {name}, was kann ich für Sie tun?',
    'Schönen guten Tag, {company}, Sie sprechen mit {name}, wie kann ich Ihnen helfen?',
    '{company}, {name} am Apparat, guten Morgen.',
  ],
  longPerson: [
    'Hallo, Moment, ich stehe gerade an der Straße und verstehe kaum etwas, ich gehe mal eben rein. | So, jetzt ist es besser. | Wer ist da?',
    'Ja hallo, ich wollte dich gerade anrufen, ich stehe im Stau und komme bestimmt eine halbe Stunde später, fangt bitte schon ohne mich an.',
  ],
  toOthers: ['Stell das bitte da drüben hin.', 'Seid mal kurz leise, ich telefoniere.'],
  replies: ['Ja, worum geht es?', 'Okay.', 'Wen möchten Sie sprechen?'],
  personal: [
    'Hallo, hier ist {name}. | Ich bin gerade nicht erreichbar, bitte hinterlassen Sie eine Nachricht nach dem Signalton.',
    'Das ist der Anrufbeantworter von {name}. | Ich rufe so bald wie möglich zurück.',
    'Guten Tag, Sie haben die Nummer von {name} gewählt. | Leider bin ich im Moment unterwegs. | Schreiben Sie mir am besten eine Nachricht.',
    'Hallo, wir sind nicht zu Hause. | Sprecht uns aufs Band, dann melden wir uns.',
    'Hi, {name} hier, | ich kann gerade nicht rangehen. | Du weißt ja, wie es geht. | Bis dann.',
  ],
  carrier: [
    'Der gewünschte Gesprächspartner ist zurzeit nicht erreichbar. Bitte versuchen Sie es später noch einmal.',
    'Dies ist die Mailbox von | {number}. | Bitte hinterlassen Sie eine Nachricht nach dem Ton.',
    'Die von Ihnen gewählte Rufnummer ist nicht vergeben. Bitte rufen Sie die Auskunft an.',
    'Ihr Gesprächspartner kann Ihren Anruf im Moment nicht entgegennehmen. Er wird per SMS über Ihren Anruf informiert.',
  ],
  mailboxFull: [
    'Die Mailbox des Teilnehmers ist voll. Es können keine weiteren Nachrichten aufgenommen werden. Auf Wiederhören.',
    'Der Speicher dieses Anrufbeantworters ist leider voll. Bitte rufen Sie später noch einmal an.',
  ],
  closed: [
    'Guten Tag, Sie sind verbunden mit {company}. Sie rufen leider außerhalb unserer Öffnungszeiten an. Wir sind von Montag bis Freitag von acht bis siebzehn Uhr für Sie da.',
    'Willkommen bei {company}. Unser Büro ist zurzeit nicht besetzt. Ab dem zweiten Januar erreichen Sie uns wieder wie gewohnt.',
  ],
  screening: [
    'Hallo, die angerufene Person nutzt einen Anruffilter. Bitte nennen Sie Ihren Namen und den Grund Ihres Anrufs.',
    'Bitte sagen Sie Ihren Namen und worum es geht, ich sehe dann nach, ob die Person ans Telefon kommen kann.',
  ],
  menu: [
    'Willkommen bei {company}. Für den Verkauf drücken Sie die eins. Für den Kundendienst drücken Sie die zwei. Für alle anderen Anliegen drücken Sie die null.',
    'Herzlich willkommen bei {company}. Wenn Sie einen Termin vereinbaren möchten, wählen Sie bitte die eins. Für Rezepte wählen Sie bitte die zwei.',
  ],
};
