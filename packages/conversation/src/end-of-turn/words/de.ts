import { syntaxFeatures } from '../german/syntax.ts';
import type { TurnWords } from '../turn-words.ts';

export const GERMAN_WORDS: TurnWords = {
  classes: {
    conjunction:
      'und, oder, aber, sondern, sowie, doch, beziehungsweise, plus, und dann, oder vielleicht, aber nur, und zwar, entweder, sowohl, weder, als auch, schrägstrich, minus, bindestrich, unterstrich, komma',
    subordinator:
      'weil, dass, wenn, falls, ob, obwohl, während, bevor, nachdem, damit, sodass, sobald, solange, bis, als, wie, denn, warum, welche, welcher, welches, wo, womit, seitdem, da',
    preposition:
      'von, vom, bei, beim, für, in, im, ins, am, ans, zum, zur, über, unter, ohne, wegen, gegen, zwischen, seit, aus dem, mit dem, mit der, mit einem, mit meiner, an der, auf der, auf dem, auf den, in der, in die, in den, neben, hinter, trotz, bezüglich, anstatt, statt, um, nach dem, nach der, vor dem, vor der, vor allem, für die, für den, für das, für meine, für meinen, von der, von dem, zu der, zu einem, durch, per, laut',
    particle: 'an, auf, aus, ab, mit, zu, vor, nach, ein, her, hin, weg, los, vorbei, zurück, um die',
    determiner:
      'der, die, das, den, dem, des, eine, einen, einem, einer, eines, mein, meine, meinen, meinem, meiner, meines, ihr, ihre, ihren, ihrem, ihrer, unser, unsere, unseren, unserem, unserer, sein, seine, seinen, seiner, dein, deine, deinen, dieser, diese, dieses, diesen, diesem, jeder, jede, jeden, kein, keine, keinen, keiner, alle, einige, manche, ist die, ist der, ist das, ist mein, ist meine',
    auxiliary:
      'ist, sind, bin, war, waren, wäre, wären, habe, haben sie, hat, hatte, hatten, hätte, hätten, werde, wird, wurde, würde, würden, kann, kann ich, könnte, könnten, könnten sie, können, können sie, soll, sollte, muss, müsste, darf, dürfte, will, möchte, möchten, mag, lautet, heißt, gibt es, geht es um, ist es, das ist, es ist, das wäre, es geht, es gibt, es war',
    subject:
      'ich, wir, er, man, und ich, aber ich, weil ich, dass ich, wenn ich, ob ich, ob sie, dass sie, wenn sie, wenn wir, dass wir, weil wir, weil die, weil der, und die, und der, und das, aber die, weil es, dass es, ob es, dass der, dass die, ich mich, wie ich, was ich, und wir',
    object:
      'mich, mir, uns, ihn, ihm, ihnen, sie, es, dich, dir, euch, das hier, davon, dafür, damit, darüber, dazu, darum, alles, nichts, etwas, jemand, niemand, welche',
    transitive:
      'ich brauche, ich suche, ich wollte, ich hätte gern, ich hätte gerne, ich möchte, ich möchte gerne, ich möchte gern, ich würde gern, ich würde gerne, ich habe, wir haben, wir brauchen, ich rufe an wegen, ich rufe an, ich glaube, ich denke, ich meine, ich nehme, ich wohne, ich heiße, ich komme, brauche, suche, wollte, nehme, nehmen sie, geben sie mir, sagen sie mir, wollte fragen, wollte mal, wollte nur, moment, einen moment, warten sie, augenblick, sekunde, ich schaue mal, schreiben sie, bringen sie, machen wir, sagen wir, würde gern, würde gerne, hätte gern, hätte gerne, kommt darauf an',
    modifier:
      'sehr, ganz, so, zu, etwa, ungefähr, circa, fast, nur, noch, auch, schon, erst, mehr, besonders, ziemlich, vielleicht, wahrscheinlich, nämlich, eigentlich, immer, nie, mindestens, höchstens, genau, herr, frau, doktor, neue, neuen, neuer, neues, große, großen, kleine, kleinen, andere, anderen, nächste, nächsten, letzte, letzten, erste, ersten, zweite, zweiten, gleiche, ganze, ganzen, gerade, leider, gerne, gern, quasi, sozusagen, nicht, nicht so, bis zum, gegen halb, halb, viertel vor, viertel nach, straße',
    filler: 'äh, ähm, öh, hm, hmm, ehm, mh, na ja, also, tja, wie sagt man, wie heißt das, sagen wir mal, moment mal',
    interrogative:
      'was, wer, wann, wo, warum, wie, wie viel, wie viele, welche, wohin, woher, wieso, was für, wie lange, um wie viel',
    closing:
      'bitte, danke, heute, morgen, gestern, jetzt, gleich, später, wieder, noch, schon, mal, nicht, nicht mehr, auch nicht, da, hier, dort, her, hin, so, gut, okay, ok, möglich, frei, richtig, korrekt, geht, genau, passt, fertig, kaputt, bestellt, bezahlt, gemacht, bekommen, gehabt, gewesen, geworden, machen, haben, sein, werden, sprechen, wissen, fragen, buchen, bestellen, absagen, verschieben, ändern, kündigen, kommen, gehen, bezahlen, verlängern, helfen, sagen, zurückrufen, abholen, vereinbaren, reservieren, umbuchen, stornieren, brauchen, wollen, können, müssen, sollen, dürfen, an, ab, aus, alles, dran, weiter, zuhause, zu hause, nächste woche, diese woche, letzte woche, am apparat, tschüss, auf wiederhören, gern, gerne, vielen dank, oder nicht, kosten, kostet, dauert, erreichbar, zufrieden, zuständig',
    predicate: 'kann, könnte, möchte, will, muss, ist, habe, hat, bin, wird, wurde, würde, hatte, war',
    opening:
      'ja, nein, gut, okay, also, ja also, na gut, ja aber, nein aber, ach so, hallo, guten tag, tut mir leid, entschuldigung, ja ich, nein ich, ja das, ja wir, genau und',
    time: 'montag, dienstag, mittwoch, donnerstag, freitag, samstag, sonntag, sonnabend, januar, februar, märz, april, mai, juni, juli, august, september, oktober, november, dezember, uhr, morgens, vormittag, vormittags, nachmittag, nachmittags, abend, abends, nacht, mittag, mittags, früh, ersten, zweiten, dritten, vierten, fünften, sechsten, siebten, achten, neunten, zehnten, elften, zwölften, fünfzehnten, zwanzigsten, wochenende',
    unit: 'euro, cent, prozent, kilo, kilometer, meter, personen, leute, erwachsene, kinder, nächte, tage, tagen, wochen, monate, monaten, jahre, jahren, stunden, minuten, stück, mal, quadratmeter, zimmer, jahre alt',
  },
  asked: {
    phone:
      'meine nummer, telefonnummer, handynummer, rückrufnummer, mobilnummer, rufnummer, ihre nummer, welcher nummer, erreichen wir sie, zurückrufen',
    spelling: 'buchstabieren, buchstabiert, geschrieben, schreibt man, schreiben sie',
    email: 'e mail, email, mailadresse, mail adresse',
    code: 'kundennummer, vertragsnummer, bestellnummer, rechnungsnummer, auftragsnummer, kontonummer, versichertennummer, mitgliedsnummer, buchungsnummer, iban, pin, kennzeichen, zählernummer, referenznummer, sendungsnummer, kennwort, nummer ihrer',
    card: 'kartennummer',
    birth: 'geburtsdatum, geboren, geburtstag',
    postcode: 'postleitzahl',
    when: 'wann, um wie viel uhr, welcher tag, welchen tag, welchem tag, welches datum, uhrzeit, welche uhrzeit',
    amount: 'wie viele, wie viel, wie alt, wie lange, wie oft, wie groß, wie hoch, welche größe',
    name: 'ihr name, ihren namen, vorname, nachname, familienname, welchen namen, mit wem spreche, wie heißen, wer ist am',
    address: 'adresse, anschrift, wo wohnen, welche straße, wohin',
  },
  asksYesNo: '',
  yesNo:
    'ja, nein, nee, nö, doch, jawohl, genau, richtig, stimmt, klar, natürlich, gerne, gern, okay, ok, passt, korrekt, sicher, jo, auf jeden fall, auf keinen fall, eher nicht, noch nicht, leider nicht, leider nein, einverstanden, gut, alles klar, in ordnung, das stimmt, das passt, ich glaube schon, bitte',
  or: 'oder',
  digits: 'null, eins, ein, eine, zwei, zwo, drei, vier, fünf, sechs, sieben, acht, neun',
  tens: '',
  twice: 'doppel',
  thrice: 'dreimal',
  at: 'at, ät, klammeraffe',
  dot: 'punkt, dot',
  conditions:
    'wenn, falls, weil, sobald, bevor, nachdem, obwohl, seit, seitdem, da, solange, während, als, nachdem ich, immer wenn',
  postcodeDigits: 5,
  localDigits: null,
  syntax: syntaxFeatures,
};
