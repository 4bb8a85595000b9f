import type { GreetingTexts } from '../greeting-texts.ts';

export const FRENCH: GreetingTexts = {
  language: 'fr-FR',
  voice: 'fr-fr',
  names: ['Pierre', 'Sophie Martin', 'Luc Bernard', 'Camille'],
  companies: ['Garage Dupont', 'Cabinet dentaire des Lilas', 'Immobilier Mercier', 'Boulangerie Petit'],
  numbers: [
    'zéro six, douze, trente-quatre, cinquante-six, soixante-dix-huit',
    'zéro un, quarante, zéro zéro, vingt, trente',
  ],
  oneWord: ['Allô ?', 'Oui ?', 'Allô, oui ?', 'Bonjour.', 'Oui, bonjour.'],
  withName: ['Allô, {name} à l’appareil.', 'Oui bonjour, c’est {name}.', '{name}, bonjour.'],
  receptionist: [
    '{company} bonjour, {name} à votre écoute, que puis-je faire pour vous ?',
    'Bonjour, vous êtes bien chez {company}, {name} à l’appareil, comment puis-je vous aider ?',
    '{company}, bonjour, je vous écoute.',
  ],
  longPerson: [
    'Allô, attends, je suis dans la rue et il y a beaucoup de bruit, je vais rentrer dans un magasin. | Voilà, je t’entends mieux maintenant. | C’est qui ?',
    'Oui, allô, justement j’allais t’appeler, je suis coincé dans les embouteillages et je vais arriver avec une demi-heure de retard, commencez sans moi.',
  ],
  toOthers: ['Pose ça sur la table, s’il te plaît.', 'Taisez-vous deux minutes, je suis au téléphone.'],
  replies: ['Oui, c’est à quel sujet ?', 'D’accord.', 'Vous cherchez qui ?'],
  personal: [
    'Bonjour, vous êtes bien sur le répondeur de {name}. | Je ne suis pas disponible pour le moment, laissez-moi un message après le bip.',
    'Salut, c’est {name}. | Je ne peux pas répondre, | laisse un message et je te rappelle.',
    'Bonjour, vous êtes sur la messagerie de {name}. | Merci de me laisser votre nom et votre numéro. | À bientôt.',
    'Coucou, c’est {name}, | je suis absente jusqu’à lundi. | Envoyez-moi plutôt un texto.',
    'Bonjour, nous ne sommes pas à la maison. | Laissez vos coordonnées et nous vous rappellerons dès notre retour.',
  ],
  carrier: [
    'Bonjour. Vous êtes bien sur la messagerie vocale du | {number}. | Veuillez laisser votre message après le signal sonore.',
    'Votre correspondant n’est pas joignable pour le moment. Veuillez renouveler votre appel ultérieurement.',
    'Le numéro que vous avez composé n’est pas attribué. Veuillez consulter l’annuaire.',
    'La personne que vous demandez n’est pas disponible. Merci de rappeler plus tard.',
  ],
  mailboxFull: [
    'La boîte vocale de votre correspondant est pleine. Vous ne pouvez pas laisser de message. Au revoir.',
    'La messagerie de votre correspondant est saturée. Veuillez rappeler ultérieurement.',
  ],
  closed: [
    '{company} bonjour. Nos bureaux sont actuellement fermés. Nous sommes ouverts du lundi au vendredi, de neuf heures à dix-huit heures. Merci de votre appel.',
    'Bonjour et bienvenue chez {company}. Nous sommes en congés jusqu’au vingt-cinq août. Vous pouvez nous écrire par courriel.',
  ],
  screening: [
    'Bonjour, votre correspondant utilise un service de filtrage d’appels. Dites votre nom et la raison de votre appel.',
    'Veuillez indiquer votre nom et le motif de votre appel, je vais voir si votre correspondant peut vous répondre.',
  ],
  menu: [
    'Bienvenue chez {company}. Pour le service commercial, tapez un. Pour le service après-vente, tapez deux. Pour toute autre demande, tapez zéro.',
    '{company} bonjour. Pour prendre rendez-vous, appuyez sur la touche un. Pour joindre le secrétariat, appuyez sur la touche deux.',
  ],
};
