import type { GreetingTexts } from '../greeting-texts.ts';

export const ITALIAN: GreetingTexts = {
  language: 'it-IT',
  voice: 'it',
  names: ['Marco', 'Giulia Rossi', 'Paolo Ferri', 'Chiara'],
  companies: ['Officina Bianchi', 'Studio dentistico Conti', 'Immobiliare Riva', 'Panificio Greco'],
  numbers: ['tre tre otto, uno due tre, quattro cinque sei', 'zero due, cinque cinque, zero uno, due tre'],
  oneWord: ['Pronto?', 'Sì?', 'Pronto.', 'Sì, pronto?', 'Buongiorno.'],
  withName: ['Pronto, sono {name}.', 'Sì, {name}, chi parla?', '{name}, buongiorno.'],
  receptionist: [
    '{company} buongiorno, sono {name}, come posso aiutarla?',
    'Buonasera, grazie per aver chiamato {company}, al telefono {name}, mi dica pure.',
    '{company}, buongiorno, in cosa posso esserle utile?',
  ],
  longPerson: [
    'Pronto, aspetta un attimo che sono per strada e c’è un gran rumore, entro in un negozio. | Ecco, adesso ti sento meglio. | Chi è?',
    'Sì, ciao, stavo proprio per chiamarti, sono bloccato nel traffico e arrivo con almeno mezz’ora di ritardo, cominciate pure senza di me.',
  ],
  toOthers: ['Mettilo lì sul tavolo, per favore.', 'State zitti un momento, sono al telefono.'],
  replies: ['Sì, di cosa si tratta?', 'Va bene.', 'Chi cerca?'],
  personal: [
    'Ciao, sono {name}. | In questo momento non posso rispondere, lasciate un messaggio dopo il segnale acustico.',
    'Risponde la segreteria telefonica di {name}. | Lasciate il vostro nome e numero e vi richiamerò.',
    'Avete chiamato casa {name}. | Non siamo in casa. | Richiamate più tardi, grazie.',
    'Salve, questo è il numero di {name}. | Sono fuori ufficio fino a lunedì. | Per urgenze scrivete una mail.',
    'Ciao, non ci sono, | lasciami un messaggio e ti richiamo.',
  ],
  carrier: [
    'Il cliente da lei chiamato non è al momento raggiungibile. La preghiamo di richiamare più tardi.',
    'Segreteria telefonica del numero | {number}. | Lasciate un messaggio dopo il segnale.',
    'Il numero da lei selezionato è inesistente. La invitiamo a verificare il numero.',
    'L’utente desiderato potrebbe avere il telefono spento. Riprovi più tardi.',
  ],
  mailboxFull: [
    'La casella vocale dell’utente è piena. Non è possibile lasciare messaggi. Arrivederci.',
    'La segreteria del numero chiamato ha esaurito lo spazio disponibile. Richiami più tardi.',
  ],
  closed: [
    'Grazie per aver chiamato {company}. I nostri uffici sono chiusi. Siamo aperti dal lunedì al venerdì, dalle nove alle diciotto.',
    'Benvenuti da {company}. Siamo chiusi per ferie fino al ventisei agosto. Potete scriverci una mail.',
  ],
  screening: [
    'Salve, la persona chiamata usa un filtro chiamate. Dica il suo nome e il motivo della chiamata.',
    'Per favore, dica il suo nome e il motivo per cui chiama, vedo se la persona può rispondere.',
  ],
  menu: [
    'Benvenuti da {company}. Per l’ufficio vendite, premere uno. Per l’assistenza, premere due. Per parlare con un operatore, premere zero.',
    'Grazie per aver chiamato {company}. Per prenotare un appuntamento, digiti uno. Per disdire, digiti due.',
  ],
};
