/** Function words of German, by what they do in a sentence. */
export const FUNCTION_WORDS = {
  determiner:
    'der die das den dem des ein eine einen einem einer eines mein meine meinen meinem meiner meines ihre ihren ihrem ihrer unser unsere unseren unserem unserer sein seine seinen seinem seiner dein deine deinen deinem deiner euer eure diese dieser dieses diesen diesem jede jeder jedes jeden jedem kein keine keinen keinem keiner welche welcher welches welchen manche einige mehrere viele beide beiden alle so',
  preposition:
    'von vom bei beim für in im ins am ans zum zur über unter ohne wegen gegen zwischen seit aus mit zu nach vor an auf hinter neben trotz bezüglich anstatt statt um durch per laut innerhalb außerhalb gegenüber ab bis pro',
  subject: 'ich wir er man du',
  /** Subjects and objects alike. */
  pronoun: 'sie es ihr',
  object: 'mich mir uns ihn ihm ihnen dich dir euch sich',
  pointer:
    'alles nichts etwas jemand niemand jemanden niemanden dafür davon damit darüber dazu darum darauf dabei daran dagegen keins eins meins beides welche',
  being: 'ist bin sind war waren wäre wären seid bist',
  having: 'habe hab haben hat hatte hatten hätte hätten hast habt',
  becoming: 'werde wird werden wurde wurden würde würden',
  modal:
    'kann können könnte könnten konnte konnten muss müssen müsste müssten musste mussten soll sollen sollte sollten will wollen wollte wollten möchte möchten mag mögen darf dürfen dürfte durfte kannst willst',
  coordinator: 'und oder aber sondern sowie doch beziehungsweise plus bzw',
  subordinator:
    'weil dass wenn falls ob obwohl während bevor nachdem sodass sobald solange als seitdem da indem sofern wobei',
  /** Joins clauses, and a noun as well. */
  question: 'was wer wann wo warum wie wohin woher wieso weshalb wem wen womit worum worüber woran',
  degree:
    'sehr ganz zu ziemlich total wirklich besonders etwa ungefähr circa fast nur noch auch schon erst mehr viel viele wenig genau mindestens höchstens völlig relativ recht echt extrem',
  negation: 'nicht nie niemals nimmer',
  final:
    'heute morgen gestern jetzt gleich später wieder vorgestern übermorgen bitte danke sofort bald immer oft manchmal da hier dort drüben oben unten drin dran leider gerne gern mal vielleicht eigentlich einfach gerade eben halt denn ja doch wohl endlich trotzdem dann deshalb deswegen lieber überhaupt zuhause daheim schnell kurz selbst selber zusammen bisher inzwischen nochmal einmal zweimal dreimal immerhin sonst morgens abends mittags nachmittags vormittags nachts',
  filler: 'äh ähm öh hm hmm ehm mh',
  opening: 'ja nein gut okay also na hallo guten entschuldigung genau nee ach oh moment danke tschüss',
  time: 'montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz april mai juni juli august september oktober november dezember uhr vormittag nachmittag abend nacht mittag wochenende woche monat jahr tag stunde',
  unit: 'euro cent prozent kilo kilometer meter personen leute erwachsene kinder nächte tage tagen wochen monate monaten jahre jahren stunden minuten stück quadratmeter grad liter',
  number:
    'null zwei zwo drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert tausend halb viertel',
} as const;

/** Adjectives without their endings. */
export const ADJECTIVES =
  'neu groß klein alt jung gut schlecht schnell langsam teuer teur billig günstig kaputt falsch richtig blau rot grün schwarz weiß grau gelb braun leer voll nass trocken warm kalt heiß laut leise krank gesund müde fertig frei offen zu weg sauber schmutzig dreckig nett freundlich hell dunkel dunkl lang kurz breit schmal eng weit nah hoch hoh niedrig tief stark schwach schwer leicht hart weich ander nächst letzt erst zweit dritt viert ganz halb doppelt einzeln einzig gleich ähnlich eigen besser best größer größt kleiner kleinst billiger günstiger früher später spät früh dringend wichtig möglich nötig gültig ungültig zuständig zufrieden unzufrieden enttäuscht interessiert beschädigt defekt undicht verletzt schwanger allergisch unterwegs erreichbar verfügbar inklusive kostenlos gratis sicher klar bereit gelähmt schwindlig schwindelig übel schlimm schön hässlich toll super bekannt fremd privat persönlich normal komisch seltsam stark lose dicht fällig besetzt geschlossen geöffnet abgelaufen schuld egal recht da';
