import type { TurnWords } from '../turn-words.ts';

export const FRENCH_WORDS: TurnWords = {
  classes: {
    conjunction:
      'et, ou, mais, ni, donc, car, plus, et puis, ou bien, et aussi, mais aussi, soit, ainsi que, et donc, tiret, slash, puis',
    subordinator:
      "que, qu', parce que, si, quand, lorsque, comme, puisque, où, dont, qui, pour que, afin que, alors que, tandis que, avant que, jusqu'à ce que, dès que, bien que, ce que, ce qui, parce qu', est ce que, est ce qu', pendant que, depuis que, celui qui, celle qui",
    preposition:
      "de, du, des, d', à, au, aux, en, dans, avec, pour, par, sans, sur, sous, chez, vers, entre, contre, depuis, pendant, avant, après, jusqu'à, jusqu'au, près de, à côté de, au lieu de, à cause de, de la, de l', à la, à l', avec le, avec la, pour le, pour la, pour les, dans le, dans la, sur le, sur la, concernant, par rapport à, en face de, avec mon, de mon, de ma, pour mon, pour ma, dans mon, à propos de, beaucoup de, un peu de, plus de, afin de, besoin de, envie de, au sujet de",
    particle: 'dessus, dedans, devant, derrière',
    determiner:
      "le, la, les, l', un, une, mon, ma, mes, ton, ta, tes, son, sa, ses, notre, nos, votre, vos, leur, leurs, ce, cet, cette, ces, chaque, quelques, plusieurs, aucun, aucune, un autre, une autre, d'autres, tout le, toute la, tous les, toutes les, quel, quelle, c'est le, c'est la, c'est un, c'est une, est le, est la",
    auxiliary:
      "est, suis, sont, était, étais, être, a, ai, ont, avait, avais, avoir, sera, serait, seront, va, vais, vont, allons, peut, peux, pouvez, pourrait, pourriez, pouvez vous, pourriez vous, puis je, doit, dois, c'est, c'était, ce sera, j'ai, j'avais, je suis, il y a, il est, elle est, je vais, on a, nous avons, je peux, il faut, faut, n'est, n'ai, n'a, je n'ai, c'est pas, ce n'est, est ce que vous, est ce que je, je m'appelle, m'appelle, avez vous, y a, j'étais, ça a, ça fait, s'appelle, on est, nous sommes, avez, sommes, je pourrais",
    subject:
      "je, j', il, elle, on, nous, ils, elles, tu, et je, mais je, que je, si je, quand je, parce que je, et j', que j', si vous, que vous, qu'il, qu'elle, qu'on, ne, n', me, m', se, s', et il, et on, et le, et la, mais il, mais la, mais le, si c'est, que c'est, et c'est, parce que le, parce que la, parce que c'est, y, en fait je, je ne, il ne, je vous, je me, je le, on me, il me, vous me",
    object:
      'moi, lui, eux, ça, cela, ceci, tout, rien, quelque chose, quelqu’un, personne, là, ici, le mien, la mienne, celui ci, celle ci, celui là, avec moi, pour moi, à moi, chez moi, avec vous, de ça, pour ça, avec ça',
    transitive:
      "je voudrais, je veux, j'aimerais, je souhaite, je souhaiterais, j'ai besoin, je cherche, nous voudrions, on voudrait, j'appelle pour, je vous appelle pour, j'appelle, je vous appelle, je pense, je crois, je dirais, je veux dire, je voulais, je voulais savoir, je voudrais savoir, j'habite, voudrais, voulais, cherche, dire, savoir, faire, prendre, changer, annuler, réserver, commander, payer, avoir un, envoyer, trouver, parler, parler à, mettre, mettez moi, donnez moi, attendez, un instant, une seconde, un moment, deux secondes, je regarde, laissez moi, ça s'écrit, ça dépend, disons, me dire, recevoir, reçu, retourner, commandé, perdu, volé, cassé, couvre, comprend, facturé, débité, fermer, ouvrir, annulé, acheté, acheter, vendu, vendre, trouvé, envoyé, envoyez, payé la, pris, prendre un, utiliser, utilise, fait, font, dit que, dire que, expliquer, montrer, confirmer, renouveler, prolonger, réparer, installer, installé, activer, bloquer, débloquer, transférer, virer, déposer, retirer, demander, demandé, signer, signé, écrire, lire, écouter, vu, connaître, préfère, je préfère, aime, j'aime, déteste, déclarer, résilier, modifier, vérifier, consulter, remplir, mettre à jour, contacter, contester, louer, loue, louez, apporter, amener, laisser, laissé, oublié, oublier, posé, poser, cherché, demande, rends, rendre, échanger, remplacer, rembourser, recommander, souscrire, attendre, attends, j'attends, j'espère, espère, il me faut, me faut, faudrait, il faudrait, j'aurais besoin de, j'aurais voulu, intéressé par, allergique, allergique à, problème avec, souci avec, plutôt que, au niveau",
    modifier:
      'très, plus, moins, trop, assez, aussi, environ, à peu près, presque, seulement, juste, encore, déjà, toujours, jamais, peut être, surtout, notamment, vraiment, au moins, au plus, exactement, nouveau, nouvelle, petit, petite, grand, grande, bon, bonne, premier, première, deuxième, dernier, dernière, prochain, prochaine, même, autre, monsieur, madame, docteur, rue, avenue, boulevard, place, bien, demi, saint, plutôt, pas, plus ou moins, vers les, genre, tellement, un peu',
    filler:
      "euh, heu, hum, ben, bah, bon, enfin, disons, comment dire, voyons, alors euh, alors, eh bien, c'est à dire, en fait, du coup",
    interrogative:
      'quoi, qui, quand, où, comment, pourquoi, combien, quel, quelle, quels, quelles, à quelle heure, lequel, laquelle, combien de, quel genre de',
    closing:
      "s'il vous plaît, s'il te plaît, merci, aujourd'hui, demain, hier, maintenant, tout de suite, plus tard, après, encore, déjà, aussi, non plus, pas, plus, là, ici, bien, d'accord, ok, possible, disponible, libre, exact, voilà, c'est ça, c'est bon, parfait, ce soir, ce matin, cet après midi, cette semaine, la semaine prochaine, la semaine dernière, le mois prochain, le mois dernier, au revoir, bonne journée, non, oui, ensemble, vite, en ligne, marche, fonctionne, prochaine, dernière, dernier, prochain, avant, alors, hein, en fait, merci beaucoup, bonjour, rien, si possible, de suite, dessus, du tout",
    opening:
      'oui, non, alors, bon, ben, bah, oui mais, non mais, oui alors, oui donc, oui bonjour, bonjour, écoutez, pardon, désolé, excusez moi, ah, oui je, non je, oui c’est, enfin, en fait, donc, ok, d’accord, oui et, allô',
    time: 'lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche, janvier, février, mars, avril, mai, juin, juillet, août, septembre, octobre, novembre, décembre, matin, midi, après midi, soir, nuit, minuit, heures, heure, et demie, et quart, moins le quart, week end, premier',
    unit: 'euros, centimes, pour cent, kilos, mètres, kilomètres, personnes, adultes, enfants, nuits, jours, semaines, mois, ans, années, minutes, fois, chambres, places, billets, pièces',
  },
  asked: {
    phone:
      'mon numéro, numéro de téléphone, téléphone, numéro de portable, portable, quel numéro, votre numéro, vous rappeler, vous joindre',
    spelling: "épeler, épelez, s'écrit, écrit",
    email: 'e mail, email, mail, courriel, adresse électronique',
    code: 'numéro de client, numéro client, numéro de compte, numéro de commande, numéro de dossier, numéro de contrat, référence, numéro de sécurité sociale, code, numéro de réservation, numéro de facture, plaque, immatriculation, numéro de suivi, iban',
    card: 'numéro de carte, numéro de la carte',
    birth: 'date de naissance, né, née',
    postcode: 'code postal',
    when: 'quand, à quelle heure, quel jour, quelle date, quelle heure, quel moment',
    amount: 'combien, quel âge, quelle taille, quelle quantité, tous les combien',
    name: 'votre nom, nom complet, prénom, nom de famille, comment vous appelez, qui est à, à quel nom, qui parle, de la part de qui, quel nom, à qui ai je',
    address: 'adresse, où habitez, quelle rue, quelle ville, où êtes',
  },
  asksYesNo: 'est ce que, est ce qu',
  yesNo:
    "oui, non, si, ouais, bien sûr, d'accord, exactement, exact, tout à fait, absolument, ok, c'est ça, c'est exact, c'est bon, pas encore, pas vraiment, pas du tout, volontiers, parfait, voilà, effectivement, je crois, je pense, peut être, avec plaisir, ça marche, ça va, s'il vous plaît",
  or: 'ou',
  digits: 'zéro, un, une, deux, trois, quatre, cinq, six, sept, huit, neuf',
  tens: 'vingt, trente, quarante, cinquante, soixante, quatre vingt, quatre vingts',
  twice: 'double',
  thrice: 'triple',
  at: 'arobase, arrobase, at',
  dot: 'point',
  conditions:
    'si, quand, comme, lorsque, parce que, dès que, puisque, depuis que, après, avant, pendant que, chaque fois que, une fois que, bien que',
  postcodeDigits: 5,
  localDigits: null,
};
