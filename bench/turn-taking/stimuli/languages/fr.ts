import type { LanguagePhrases } from './language-phrases.ts';

export const FRENCH: LanguagePhrases = {
  voice: 'fr',
  interruptions: [
    "non ce n'est pas ça",
    'je peux poser une question',
    "je n'ai pas commandé ça",
    'combien ça coûte en tout',
    'je voulais plutôt le mardi',
    "vous m'avez mal compris",
    'pouvez-vous répéter la fin',
    'je dois partir tout de suite',
    'qui vous a dit cela',
    'laissez-moi finir je vous prie',
  ],
  commands: ['stop', 'attendez', 'non', 'pardon', 'excusez-moi', 'non non', 'un instant', 'comment'],
  slowStarts: [
    ['euh', "en fait j'ai besoin d'autre chose"],
    ['oui', 'mais lundi je ne peux pas'],
    ["d'accord", 'et qui paie cela'],
    ['bon', 'mais que devient la facture'],
    ['bien sûr', "seulement je n'ai plus la clé"],
  ],
  backchannels: [
    ...['oui', "d'accord", 'ah oui', 'je vois', 'très bien', 'oui oui', 'bien sûr', 'ok', 'voilà', "c'est ça", 'bon'],
    ...['exactement', 'je comprends', 'ah bon', 'parfait', "oui d'accord", 'ah d’accord', 'entendu', 'oui bien sûr'],
  ],
  finished: [
    'je voudrais prendre un rendez-vous',
    'pouvez-vous me dire combien ça coûte',
    'avez-vous quelque chose de libre vendredi',
    "j'appelle au sujet de ma commande",
    "je m'appelle pierre martin",
    'à quelle heure ouvrez-vous demain',
    'je dois changer mon adresse',
    "j'ai une question sur la facture",
  ],
  sentences: [
    ['je voudrais un rendez-vous le', 'jeudi prochain'],
    ["j'appelle parce que", "la livraison n'est pas arrivée"],
    ['pouvez-vous me dire si', 'le bleu est encore là'],
    ['mon numéro est le zéro six', 'huit neuf trois'],
    ['nous cherchons un', 'appartement avec balcon'],
    ["j'ai une question sur la", 'dernière facture'],
  ],
};
