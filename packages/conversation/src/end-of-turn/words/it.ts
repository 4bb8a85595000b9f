import type { TurnWords } from '../turn-words.ts';

export const ITALIAN_WORDS: TurnWords = {
  classes: {
    conjunction:
      'e, ed, o, oppure, ma, però, né, anche, e poi, e anche, ma anche, quindi, trattino, slash, più, sia, o magari',
    subordinator:
      'che, perché, se, quando, come, mentre, anche se, dove, affinché, siccome, visto che, dato che, dopo che, prima che, finché, appena, chi, quello che, quella che, cui, poiché, nel caso',
    preposition:
      "di, del, della, dello, dei, degli, delle, dell', a, al, alla, allo, ai, agli, alle, all', da, dal, dalla, dai, dalle, in, nel, nella, nei, nelle, nell', con, con il, con la, su, sul, sulla, sui, sulle, per, per il, per la, tra, fra, senza, verso, contro, durante, presso, riguardo a, prima di, dopo di, invece di, vicino a, accanto a, a causa di, per via di, con mio, per mio, per mia, di mio, con un, per un, per una, in un, di un, di una, più di, meno di, fino a, circa il",
    particle: 'sopra, sotto, dentro, fuori, avanti, indietro',
    determiner:
      "il, lo, la, i, gli, le, l', un, uno, una, un', mio, mia, miei, mie, tuo, tua, suo, sua, suoi, sue, nostro, nostra, nostri, vostro, vostra, loro, questo, questa, questi, queste, quel, quella, quei, quelle, ogni, qualche, alcuni, alcune, nessun, nessuna, un altro, un'altra, altri, tutto il, tutta la, tutti i, tutte le, il mio, la mia, i miei, le mie, il suo, la sua, è il, è la, è un, è una",
    auxiliary:
      "è, sono, era, ero, erano, essere, ho, ha, hai, abbiamo, hanno, avevo, aveva, avere, sarà, sarebbe, vado, va, posso, può, potrei, potrebbe, possiamo, possono, devo, dovrei, deve, c'è, ci sono, ci sarebbe, sta, sto, stavo, vorrebbe, non ho, non è, non posso, mi ha, si è, mi è, mi sono, mi chiamo, si chiama, l'ho, siamo, avrei, mi può, mi potrebbe, non c'è, non riesco, riesco",
    subject:
      'io, lui, lei, noi, loro, si, mi, ci, gli, ti, vi, non, e io, ma io, che io, e mi, ma non, che non, che mi, se mi, se non, se si, perché non, perché mi, perché il, perché la, e il, e la, ma il, ma la, se il, se la, se è, che il, che la, che è, e non, quando mi, perché ho, e ho, ma ho, se ho, che ho, se posso, se può, me lo, glielo, ne',
    object:
      'me, te, esso, questo, quello, ciò, tutto, niente, nulla, qualcosa, qualcuno, nessuno, qui, qua, lì, là, con me, per me, a me, da me, di questo, di quello, per questo, mio, così',
    transitive:
      'vorrei, voglio, volevo, ho bisogno, ho bisogno di, cerco, cercavo, vorremmo, mi servirebbe, mi serve, chiamo per, chiamavo per, la chiamo per, penso, credo, direi, dico, volevo sapere, vorrei sapere, volevo chiedere, vorrei fare, abito in, fare, sapere, chiedere, prenotare, cambiare, annullare, disdire, spostare, ordinare, pagare, mandare, trovare, parlare, parlare con, prendere, mettere, comprare, avere un, mi dia, mi mandi, mi faccia, un attimo, un momento, un secondo, aspetti, vediamo, mi lasci, mi lasci vedere, si scrive, dipende, diciamo, dire, ricevere, ricevuto, restituire, ordinato, perso, rubato, rotto, copre, comprende, include, addebitato, chiudere, aprire, annullato, comprato, venduto, vendere, trovato, mandato, inviato, inviare, pagato il, preso, usare, uso, fatto, fanno, detto, detto che, spiegare, mostrare, confermare, rinnovare, prolungare, riparare, aggiustare, installare, installato, attivare, bloccare, sbloccare, trasferire, versare, ritirare, richiedere, richiesto, firmare, firmato, scrivere, leggere, ascoltare, visto, conoscere, preferisco, preferirei, mi piace, mi piacciono, odio, denunciare, modificare, verificare, consultare, compilare, aggiornare, contattare, contestare, affittare, affitto, portare, lasciare, lasciato, dimenticato, messo, cercato, chiesto, cambiato, sostituire, rimborsare, sottoscrivere, attivare la, aspettare, aspetto, spero, spero che, penso che, credo che, mi serve un, servirebbe, servono, mi servono, interessato, interessata, allergico, allergica, problema con, invece',
    modifier:
      'molto, più, meno, troppo, tanto, abbastanza, quasi, solo, soltanto, circa, forse, ancora, già, sempre, mai, anche, proprio, almeno, al massimo, esattamente, soprattutto, nuovo, nuova, piccolo, piccola, grande, buon, buona, primo, prima, secondo, ultima, ultimo, prossimo, prossima, stesso, stessa, altro, altra, signor, signora, dottor, dottoressa, via, viale, piazza, corso, mezzo, mezza, san, santa, verso le, alle, all’una, tipo, il giorno, un po’, un po, piuttosto, così',
    filler: 'eh, ehm, mmm, uhm, allora, cioè, insomma, diciamo, come si dice, vediamo, beh, boh, dunque, ecco, ah',
    interrogative:
      'cosa, che cosa, chi, quando, dove, come, perché, quanto, quanti, quanta, quante, quale, quali, a che ora, che tipo di, che ora, che colore, di che, in che',
    closing:
      'per favore, per piacere, grazie, oggi, domani, ieri, adesso, ora, subito, dopo, poi, ancora, già, anche, pure, neanche, no, sì, bene, va bene, ok, possibile, disponibile, libero, libera, esatto, giusto, corretto, perfetto, certo, stasera, stamattina, questa sera, questa mattina, questa settimana, la settimana prossima, la settimana scorsa, il mese prossimo, il mese scorso, scorso, scorsa, prossima, prossimo, arrivederci, buongiorno, buonasera, qui, lì, insieme, presto, tardi, di nuovo, online, funziona, arrivato, arrivata, niente, tutto, vero, più, allora, grazie mille, se possibile, appena possibile, a posto, aiuto',
    opening:
      'sì, no, allora, beh, ok, va bene, certo, guardi, senta, sì ma, no ma, sì però, sì allora, buongiorno, salve, pronto, scusi, mi scusi, ecco, ah, sì io, no io, sì ho, sì è, sì sono, no sono, dunque, in realtà, cioè',
    time: 'lunedì, martedì, mercoledì, giovedì, venerdì, sabato, domenica, gennaio, febbraio, marzo, aprile, maggio, giugno, luglio, agosto, settembre, ottobre, novembre, dicembre, mattina, mattino, pomeriggio, sera, notte, mezzogiorno, mezzanotte, e mezza, e un quarto, meno un quarto, in punto, fine settimana',
    unit: 'euro, centesimi, per cento, chili, metri, chilometri, persone, adulti, bambini, notti, giorni, settimane, mesi, anni, ore, minuti, volte, camere, posti, biglietti, pezzi',
  },
  asked: {
    phone:
      'il mio numero, numero di telefono, telefono, numero di cellulare, cellulare, che numero, quale numero, il suo numero, richiamarla, recapito',
    spelling: 'spelling, compitare, si scrive, lettera per lettera, sillabare',
    email: 'email, e mail, mail, posta elettronica',
    code: 'codice cliente, numero cliente, numero di conto, numero d’ordine, numero di ordine, numero di pratica, numero di polizza, codice fiscale, codice, numero di prenotazione, numero di fattura, targa, riferimento, iban, pin',
    card: 'numero di carta, numero della carta',
    birth: 'data di nascita, nato, nata',
    postcode: 'cap, codice postale, codice di avviamento',
    when: 'quando, a che ora, che giorno, quale giorno, che data, per che ora, che ora',
    amount: 'quanti, quante, quanto, quanta, che età, che taglia, ogni quanto',
    name: 'il suo nome, nome e cognome, come si chiama, cognome, con chi parlo, chi parla, a che nome, che nome, a nome di chi, nome completo',
    address: 'indirizzo, dove abita, quale via, che via, dove si trova, dove la',
  },
  asksYesNo: '',
  yesNo:
    'sì, no, certo, va bene, ok, esatto, esattamente, giusto, corretto, perfetto, certamente, assolutamente, d’accordo, d accordo, volentieri, non ancora, penso di sì, credo di sì, credo di no, direi di sì, direi di no, come no, naturalmente, prego, forse, magari, per favore, bene',
  or: 'o, oppure',
  digits: 'zero, uno, un, una, due, tre, quattro, cinque, sei, sette, otto, nove',
  tens: 'venti, trenta, quaranta, cinquanta, sessanta, settanta, ottanta, novanta',
  twice: 'doppio',
  thrice: 'triplo',
  at: 'chiocciola, at',
  dot: 'punto',
  conditions:
    'se, quando, siccome, visto che, dato che, appena, mentre, dopo, prima di, dopo che, anche se, ogni volta che, nel caso, poiché',
  postcodeDigits: 5,
  localDigits: null,
};
