import type { TurnWords } from '../turn-words.ts';

export const DUTCH_WORDS: TurnWords = {
  classes: {
    conjunction:
      'en, of, maar, want, dus, en dan, of misschien, en ook, maar ook, zowel, noch, en toen, streepje, schuine streep, plus, oftewel',
    subordinator:
      'dat, omdat, als, wanneer, of, toen, terwijl, hoewel, zodat, nadat, voordat, totdat, zolang, zodra, tenzij, die, wat, waar, wie, hoe, waarom, waarbij, waarvan, dan, sinds, doordat, mits',
    preposition:
      'van, voor, met, bij, naar, in, op, aan, om, uit, over, onder, tegen, tussen, zonder, door, tot, sinds, vanaf, tijdens, wegens, volgens, in plaats van, van de, van het, van mijn, voor de, voor het, voor mijn, met de, met het, met mijn, in de, in het, in mijn, op de, op het, op mijn, bij de, bij het, naar de, naar het, aan de, aan het, om te, over de, over het, over mijn, uit de, tot de, naast, vanwege, een paar, een beetje, een aantal, te, meer dan, na, per, via',
    particle: 'op, aan, af, uit, mee, toe, in, terug, door, over, langs, weg, om, bij',
    determiner:
      'de, het, een, mijn, jouw, je, uw, zijn, haar, ons, onze, hun, deze, die, dit, elke, ieder, iedere, geen, enkele, sommige, alle, een andere, een nieuwe, is de, is het, is een, is mijn, nog een, is dat',
    auxiliary:
      'is, zijn, ben, was, waren, heb, heeft, hebben, had, hadden, zal, zou, zouden, kan, kunt, kun, kunnen, kon, moet, moeten, mag, wil, wilt, willen, wordt, word, werd, gaat, ga, kan ik, kunt u, kun je, heeft u, is het, er is, er zijn, ik heb, ik ben, ik kan, ik zou, ik wil, ik ga, we hebben, het is, dat is, het was, zou ik, mag ik, zou u, hebt u, heet, ik moet, ik had, ik was, luidt',
    subject:
      'ik, hij, zij, ze, we, wij, men, en ik, maar ik, dat ik, als ik, omdat ik, of ik, en we, als u, als je, dat u, of u, dat het, als het, omdat het, en het, maar het, en de, maar de, omdat de, en dan, dat de, als de, of het, of er, dat er, dat we, als we, omdat we, omdat mijn, en mijn, er, het, want ik, want de, wat ik, hoe ik',
    object:
      'mij, me, hem, haar, ons, hen, u, jou, iets, niets, alles, iemand, niemand, hier, daar, ervan, ermee, daarvoor, daarover, erover, daarvan, dit, dat, zo, voor mij, met mij, bij mij',
    transitive:
      'ik wil, ik wil graag, ik zou graag, ik zou, ik zou willen, ik zoek, ik heb nodig, ik bel voor, ik bel om, ik bel over, ik bel, ik wilde, ik wou, ik wilde vragen, ik wilde weten, ik denk, ik denk dat, ik geloof, ik bedoel, ik woon, ik heet, we willen, we willen graag, wil graag, zou graag, wilde graag, zoek, wilde, neem, doe maar, geef mij, stuur, een moment, momentje, een ogenblik, wacht even, even kijken, eens kijken, ik kijk even, seconde, laten we zeggen, dat hangt ervan af, ik spel, dat schrijf je, ik vroeg me af, mijn naam is, gaat om, ik zie',
    modifier:
      'heel, erg, zeer, te, zo, nog, ook, al, pas, maar, ongeveer, circa, bijna, alleen, slechts, misschien, waarschijnlijk, vooral, minstens, minimaal, maximaal, precies, nieuwe, grote, kleine, goede, eerste, tweede, laatste, volgende, vorige, andere, zelfde, hele, meneer, mevrouw, dokter, half, kwart over, kwart voor, graag, eigenlijk, gewoon, niet, niet zo, altijd, nooit, meer, minder, best, toevallig, rond, tegen, echt, helaas, sowieso',
    filler: 'eh, uh, uhm, ehm, um, hm, nou, tja, zeg maar, hoe heet het, hoe zeg je dat, even denken, nou ja, ja eh',
    interrogative:
      'wat, wie, wanneer, waar, waarom, hoe, hoeveel, welke, welk, hoe laat, hoe lang, wat voor, waarheen, waarmee, waarvoor',
    closing:
      'alstublieft, alsjeblieft, graag, bedankt, dank u, dank u wel, dankjewel, vandaag, morgen, gisteren, nu, straks, later, weer, al, nog, ook, niet, niet meer, hoor, goed, oké, ok, mogelijk, vrij, klopt, juist, precies, prima, hier, daar, thuis, vanavond, vanmiddag, vanochtend, deze week, volgende week, vorige week, volgende maand, gedaan, gehad, geweest, gekregen, besteld, betaald, gekomen, doen, hebben, maken, weten, vragen, bestellen, afzeggen, verzetten, wijzigen, opzeggen, boeken, reserveren, betalen, spreken, helpen, komen, gaan, bellen, terugbellen, ophalen, annuleren, verlengen, afspreken, uit, aan, mee, alles, zo, toch, dan, werkt, kapot, nodig, doei, dag, tot ziens, online, eens, even, kost, duurt, hulp, kan, binnen, weg',
    predicate: 'kan, is, heb, wil, moet, heeft, ben, zou, was, had, wordt, werd',
    opening:
      'ja, nee, nou, oké, dus, goed, ja maar, nee maar, ja dus, ja hallo, hallo, goedemorgen, goedemiddag, sorry, pardon, ja ik, nee ik, ja dat, kijk, luister, eigenlijk, oh, ach, ja en, nou ja, nou ik',
    time: 'maandag, dinsdag, woensdag, donderdag, vrijdag, zaterdag, zondag, januari, februari, maart, april, mei, juni, juli, augustus, september, oktober, november, december, uur, ochtend, middag, avond, nacht, ochtends, middags, avonds, weekend, eerste, tweede, derde, vierde, vijfde, zesde, twaalfde, twintigste',
    unit: 'euro, cent, procent, kilo, meter, kilometer, personen, mensen, volwassenen, kinderen, nachten, dagen, weken, maanden, jaar, uren, minuten, keer, kamers, kaartjes, stuks',
  },
  asked: {
    phone:
      'mijn nummer, telefoonnummer, mobiele nummer, mobiel nummer, welk nummer, uw nummer, terugbellen, bereikbaar',
    spelling: 'spellen, spelt, gespeld, schrijf je, geschreven, schrijft u',
    email: 'e mail, email, mailadres, e mailadres, mail',
    code: 'klantnummer, ordernummer, bestelnummer, polisnummer, rekeningnummer, factuurnummer, contractnummer, lidnummer, reserveringsnummer, boekingsnummer, burgerservicenummer, iban, pincode, kenteken, referentie, code, dossiernummer',
    card: 'kaartnummer',
    birth: 'geboortedatum, geboren',
    postcode: 'postcode',
    when: 'wanneer, hoe laat, welke dag, welke datum, welk tijdstip, welke tijd',
    amount: 'hoeveel, hoe oud, hoe lang, hoe vaak, hoe groot, welke maat',
    name: 'uw naam, volledige naam, voornaam, achternaam, hoe heet u, met wie spreek, welke naam, wie spreek ik, de naam',
    address: 'adres, waar woont, welke straat, waar bent u, waarheen',
  },
  asksYesNo: '',
  yesNo:
    'ja, nee, jawel, klopt, dat klopt, zeker, prima, oké, ok, goed, precies, inderdaad, juist, natuurlijk, graag, nog niet, niet echt, helaas niet, absoluut, jazeker, uiteraard, ik denk het, misschien, is goed, dat is goed, in orde, akkoord, alstublieft, hoor',
  or: 'of',
  digits: 'nul, een, één, twee, drie, vier, vijf, zes, zeven, acht, negen',
  tens: '',
  twice: 'dubbel',
  thrice: 'driemaal',
  at: 'apenstaartje, at',
  dot: 'punt',
  conditions:
    'als, wanneer, omdat, zodra, nadat, voordat, toen, hoewel, sinds, terwijl, tenzij, aangezien, elke keer als',
  postcodeDigits: 4,
  localDigits: null,
};
