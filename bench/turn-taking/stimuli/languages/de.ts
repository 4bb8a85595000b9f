import type { LanguagePhrases } from './language-phrases.ts';

export const GERMAN: LanguagePhrases = {
  voice: 'de',
  interruptions: [
    'nein das stimmt so nicht',
    'darf ich kurz etwas fragen',
    'das habe ich nicht bestellt',
    'was kostet das denn insgesamt',
    'ich wollte eigentlich den dienstag',
    'sie haben mich falsch verstanden',
    'können sie das noch mal sagen',
    'ich muss leider gleich los',
    'wer hat ihnen das gesagt',
    'lassen sie mich bitte ausreden',
  ],
  commands: ['stopp', 'moment', 'halt', 'nein', 'warten sie', 'entschuldigung', 'moment mal', 'wie bitte'],
  slowStarts: [
    ['ähm', 'eigentlich brauche ich etwas anderes'],
    ['ja', 'aber am montag geht es nicht'],
    ['okay', 'und wer bezahlt das'],
    ['gut', 'aber was ist mit der rechnung'],
    ['genau', 'nur habe ich keinen schlüssel mehr'],
  ],
  backchannels: [
    ...['ja', 'genau', 'okay', 'aha', 'ach so', 'alles klar', 'ja genau', 'verstehe', 'stimmt', 'na klar', 'gut'],
    ...['ja ja', 'okay gut', 'klar', 'ach ja', 'ja okay', 'sehr gut', 'natürlich', 'ja verstehe', 'ach okay'],
  ],
  finished: [
    'ich möchte gerne einen termin machen',
    'können sie mir sagen was das kostet',
    'haben sie am freitag noch etwas frei',
    'ich rufe wegen meiner bestellung an',
    'mein name ist peter müller',
    'wann haben sie morgen geöffnet',
    'ich muss meine adresse ändern',
    'ich habe noch eine frage zur rechnung',
  ],
  sentences: [
    ['ich hätte gerne einen termin am', 'nächsten donnerstag'],
    ['ich rufe an weil', 'die lieferung nicht gekommen ist'],
    ['könnten sie mir sagen ob', 'das blaue noch da ist'],
    ['meine nummer ist null sieben', 'acht neun drei'],
    ['wir suchen eine', 'wohnung mit balkon'],
    ['ich habe eine frage zu', 'der letzten rechnung'],
  ],
};
