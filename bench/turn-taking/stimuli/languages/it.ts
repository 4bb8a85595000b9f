import type { LanguagePhrases } from './language-phrases.ts';

export const ITALIAN: LanguagePhrases = {
  voice: 'it',
  interruptions: [
    'no questo non è giusto',
    'posso chiedere una cosa',
    'io non ho ordinato questo',
    'quanto costa in tutto',
    'io volevo il martedì',
    'lei mi ha capito male',
    'può ripetere la fine',
    'devo andare via subito',
    'chi le ha detto questo',
    'mi lasci finire per favore',
  ],
  commands: ['aspetti', 'un momento', 'no', 'scusi', 'basta', 'no no', 'senta', 'come dice'],
  slowStarts: [
    ['ehm', 'in realtà mi serve altro'],
    ['sì', 'ma lunedì non posso'],
    ['va bene', 'e chi lo paga'],
    ['okay', 'ma la fattura'],
    ['certo', 'solo che non ho più la chiave'],
  ],
  backchannels: [
    ...['sì', 'va bene', 'certo', 'aha', 'capisco', 'sì sì', 'ho capito', 'esatto', 'okay', 'giusto', 'perfetto'],
    ...['ah sì', 'bene', 'infatti', "d'accordo", 'molto bene', 'sì certo', 'ah ecco', 'ah okay', 'ottimo'],
  ],
  finished: [
    'vorrei prendere un appuntamento',
    'mi può dire quanto costa',
    'avete qualcosa di libero venerdì',
    'chiamo per il mio ordine',
    'mi chiamo pietro rossi',
    'a che ora aprite domani',
    'devo cambiare il mio indirizzo',
    'ho una domanda sulla fattura',
  ],
  sentences: [
    ['vorrei un appuntamento per il', 'prossimo giovedì'],
    ['chiamo perché', 'il pacco non è arrivato'],
    ['mi può dire se', 'il blu è ancora disponibile'],
    ['il mio numero è tre quattro', 'otto nove tre'],
    ['cerchiamo un', 'appartamento con balcone'],
    ['ho una domanda sulla', 'ultima fattura'],
  ],
};
