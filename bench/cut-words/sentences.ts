/** By espeak-ng's names of languages: the network learns from the first list, and never hears the second one. */
export interface SentenceSets {
  training: readonly string[];
  measured: readonly string[];
}

/** What agents say on the telephone, in clauses as a model writes them. */
export const SENTENCES: Readonly<Record<string, SentenceSets>> = {
  en: {
    training: [
      'We have three rooms left for that week, and the first one looks out at the garden.',
      'The second room is larger, but it is above the kitchen, so it can be noisy in the morning.',
      'Our technicians come between eight and noon, and they call you before they arrive.',
      'You can change the date up to one day before without paying anything extra.',
      'Most of our customers choose the longer contract because it is cheaper in the end.',
      'Please bring a passport or another document that shows your current address.',
      'Before the examination you should not eat for six hours, but water is fine.',
      'Your order left our warehouse yesterday evening and should reach you on Friday.',
      'You may return anything within thirty days as long as the box is not damaged.',
      'Our museum is open every day except Monday, and the tower closes at sunset.',
      'The boat leaves from the old harbour, right behind the yellow market building.',
      'Every lesson is recorded, so that you can watch again what you have missed.',
      'The apartment has a balcony facing south and a cellar that stays dry in winter.',
      'For the insurance we need the age of the building and the size of the roof.',
      'Thanks for calling, how may I help you with your booking today?',
      'I could measure the usual pleasure of a joyful voyage through the southern valleys.',
      'They thought the rough weather would change, though he knew nothing about it.',
      'Which judge shall watch the children eat fresh cherries by the bridge?',
    ],
    measured: [
      'Breakfast is served from seven until ten in the small hall next to the front desk.',
      'The repair itself takes about two hours, unless a part has to be ordered first.',
      'With the larger plan you also get spare parts and a replacement while we work.',
      'The doctor has time on Tuesday afternoon, and also early on Thursday morning.',
      'If nobody is at home, the driver leaves the parcel with one of the neighbours.',
      'Guided tours start each hour, and children below twelve do not pay for them.',
      'At the end there is a short exam, and everyone who passes gets a certificate.',
      'Damage by storms is covered, but floods are only part of the premium version.',
      'The new telephone works with your old number, which moves over in one night.',
      'Our store is on Maple Street, right across from the library. Would you like directions?',
      "I'm sorry, I don't see that appointment. Could you tell me your date of birth?",
      'Sure, I can move your flight to Sunday evening, but the fare goes up by forty dollars.',
      'Your balance is $250, and the next payment of $45 is due on March 3.',
      'You can reach us at 202 555 0142, any day from 9 to 5.',
      'Unfortunately the manager is away until Wednesday; shall I take a message for her?',
    ],
  },
  de: {
    training: [
      'Guten Tag, Sie sprechen mit der Praxis von Doktor Weber, was kann ich für Sie tun?',
      'Der Techniker kommt zwischen acht und zwölf Uhr und ruft vorher kurz an.',
      'Ihre Bestellung wurde gestern verschickt und sollte am Freitag ankommen.',
      'Möchten Sie den Vertrag um zwei Jahre verlängern, oder lieber jeden Monat kündigen können?',
      'Das Frühstück gibt es von sieben bis zehn Uhr im kleinen Saal neben der Rezeption.',
      'Bitte bringen Sie einen Ausweis und die letzte Rechnung mit.',
      'Leider ist der nächste freie Termin erst in drei Wochen.',
      'Ich schicke Ihnen die Unterlagen heute noch per Post.',
    ],
    measured: [
      'Wir haben für diese Woche noch drei Zimmer frei, und das erste geht zum Garten hinaus.',
      'Die Reparatur dauert etwa zwei Stunden, außer wenn ein Teil bestellt werden muss.',
      'Wenn niemand zu Hause ist, gibt der Fahrer das Paket bei den Nachbarn ab.',
      'Schäden durch Sturm sind versichert, Hochwasser aber nur mit dem großen Paket.',
      'Einen Augenblick bitte, ich schaue gleich nach, ob der Arzt am Dienstag Zeit hat.',
      'Sie erreichen uns unter 030 5550142, jeden Tag von 9 bis 17 Uhr.',
    ],
  },
  es: {
    training: [
      'Buenos días, le atiende Ana de la clínica central, ¿en qué puedo ayudarle?',
      'El técnico llega entre las ocho y las doce y le llama antes de salir.',
      'Su pedido salió ayer por la tarde y debería llegar el viernes.',
      'Puede cambiar la fecha hasta un día antes sin pagar nada más.',
      'El desayuno se sirve de siete a diez en la sala pequeña junto a la recepción.',
      'Por favor, traiga su pasaporte u otro documento con su dirección actual.',
      'Muchas gracias por su paciencia, enseguida le paso con un compañero.',
    ],
    measured: [
      'Nos quedan tres habitaciones para esa semana, y la primera da al jardín.',
      'La reparación dura unas dos horas, salvo que haya que pedir alguna pieza.',
      'Si no hay nadie en casa, el conductor deja el paquete con uno de los vecinos.',
      'Los daños por tormenta están cubiertos, pero las inundaciones no lo están.',
      'Un momento, por favor, voy a mirar si la doctora tiene hueco el martes.',
      'Puede llamarnos al 91 555 01 42, todos los días de 9 a 17 horas.',
    ],
  },
  fr: {
    training: [
      'Bonjour, ici Anne de la clinique du centre, que puis-je faire pour vous ?',
      'Le technicien passe entre huit heures et midi et vous appelle avant de venir.',
      'Votre commande est partie hier soir et devrait arriver vendredi.',
      "Vous pouvez changer la date jusqu'à la veille sans aucun supplément.",
      'Le petit déjeuner est servi de sept à dix heures dans la salle à côté de la réception.',
      "Merci d'apporter votre passeport ou un autre document avec votre adresse.",
      'Je suis désolée, le prochain rendez-vous libre est dans trois semaines.',
    ],
    measured: [
      'Il nous reste trois chambres pour cette semaine, et la première donne sur le jardin.',
      "La réparation prend environ deux heures, sauf s'il faut commander une pièce.",
      "S'il n'y a personne à la maison, le chauffeur laisse le colis chez les voisins.",
      'Les dégâts des tempêtes sont couverts, mais pas ceux des inondations.',
      'Un instant, je regarde si le docteur est disponible mardi après-midi.',
      'Vous pouvez nous joindre au 01 55 55 01 42, tous les jours de 9 à 17 heures.',
    ],
  },
  it: {
    training: [
      'Buongiorno, sono Anna della clinica centrale, come posso aiutarla?',
      'Il tecnico arriva tra le otto e mezzogiorno e la chiama prima di partire.',
      'Il suo ordine è partito ieri sera e dovrebbe arrivare venerdì.',
      'Può cambiare la data fino al giorno prima senza pagare nulla.',
      'La colazione è servita dalle sette alle dieci nella sala piccola.',
    ],
    measured: [
      'Ci restano tre camere per quella settimana, e la prima dà sul giardino.',
      'La riparazione dura circa due ore, a meno che non serva un pezzo di ricambio.',
      'Se non c’è nessuno in casa, il corriere lascia il pacco ai vicini.',
      'Un attimo, guardo subito se la dottoressa ha un posto libero martedì.',
    ],
  },
  pt: {
    training: [
      'Bom dia, aqui fala a Ana da clínica central, em que posso ajudar?',
      'O técnico chega entre as oito e o meio-dia e liga antes de sair.',
      'A sua encomenda saiu ontem à tarde e deve chegar na sexta-feira.',
      'Pode mudar a data até um dia antes sem pagar mais nada.',
    ],
    measured: [
      'Ainda temos três quartos para essa semana, e o primeiro dá para o jardim.',
      'A reparação demora cerca de duas horas, a não ser que falte uma peça.',
      'Se não estiver ninguém em casa, o motorista deixa a caixa com os vizinhos.',
      'Um momento, vou ver se a doutora tem uma vaga na terça-feira.',
    ],
  },
  pl: {
    training: [
      'Dzień dobry, tu Anna z przychodni, w czym mogę pomóc?',
      'Technik przyjedzie między ósmą a dwunastą i wcześniej zadzwoni.',
      'Pani zamówienie wyszło wczoraj wieczorem i powinno dotrzeć w piątek.',
      'Termin można zmienić dzień wcześniej bez żadnych opłat.',
    ],
    measured: [
      'Na ten tydzień zostały nam trzy pokoje, a pierwszy wychodzi na ogród.',
      'Naprawa trwa około dwóch godzin, chyba że trzeba zamówić część.',
      'Jeśli nikogo nie ma w domu, kierowca zostawia paczkę u sąsiadów.',
      'Chwileczkę, sprawdzę, czy lekarz ma czas we wtorek po południu.',
    ],
  },
  /** Unseen as a language: the network never hears it. */
  nl: {
    training: [],
    measured: [
      'We hebben voor die week nog drie kamers vrij, en de eerste kijkt uit op de tuin.',
      'De reparatie duurt ongeveer twee uur, tenzij er een onderdeel besteld moet worden.',
      'Als er niemand thuis is, geeft de chauffeur het pakket af bij de buren.',
      'Een ogenblik alstublieft, ik kijk even of de dokter dinsdag tijd heeft.',
    ],
  },
};
