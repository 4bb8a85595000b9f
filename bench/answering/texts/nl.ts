import type { GreetingTexts } from '../greeting-texts.ts';

export const DUTCH: GreetingTexts = {
  language: 'nl-NL',
  voice: 'nl',
  names: ['Jan', 'Marieke de Vries', 'familie Bakker', 'Sander'],
  companies: ['Garage Jansen', 'Tandartspraktijk Noord', 'Makelaardij Visser', 'Bakkerij Smit'],
  numbers: [
    'nul zes, twaalf, vierendertig, zesenvijftig, achtenzeventig',
    'nul twintig, vijf vijf vijf, nul een twee drie',
  ],
  oneWord: ['Hallo?', 'Ja?', 'Ja, hallo?', 'Goedemorgen.', 'Met wie?'],
  withName: ['Met {name}.', 'Hallo, met {name}.', 'Goedemiddag, u spreekt met {name}.'],
  receptionist: [
    'Goedemorgen, {company}, met {name}, waarmee kan ik u helpen?',
    '{company}, u spreekt met {name}, wat kan ik voor u doen?',
    'Goedemiddag, {company}, zegt u het maar.',
  ],
  longPerson: [
    'Hallo, wacht even, ik sta op straat en er is hier veel lawaai, ik loop even een winkel in. | Zo, nu hoor ik je beter. | Wie is dit?',
    'Ja hoi, ik wilde je net bellen, ik sta in de file en ik kom zeker een half uur te laat, begin maar vast zonder mij.',
  ],
  toOthers: ['Zet dat daar maar neer, op tafel.', 'Even stil zijn, ik ben aan de telefoon.'],
  replies: ['Ja, waar gaat het over?', 'Oké.', 'Voor wie belt u?'],
  personal: [
    'Hallo, dit is {name}. | Ik kan nu niet opnemen, spreek een bericht in na de piep.',
    'Dit is de voicemail van {name}. | Laat je naam en nummer achter, dan bel ik je terug.',
    'Hoi, met {name}. | Ik ben er even niet. | Stuur me maar een appje. | Doei.',
    'U bent verbonden met het antwoordapparaat van {name}. | Wij zijn op dit moment niet thuis.',
    'Hallo, ik ben met vakantie tot maandag. | Voor dringende zaken kunt u mijn collega bellen.',
  ],
  carrier: [
    'De persoon die u belt is op dit moment niet bereikbaar. Probeer het later nog eens.',
    'Dit is de voicemail van | {number}. | Spreek uw bericht in na de toon.',
    'Het nummer dat u heeft gekozen is niet in gebruik. Controleer het nummer en probeer het opnieuw.',
    'U kunt na de pieptoon een boodschap inspreken. Als u klaar bent, kunt u ophangen.',
  ],
  mailboxFull: [
    'De voicemail van deze persoon is vol. U kunt geen bericht achterlaten. Tot ziens.',
    'Het antwoordapparaat kan geen nieuwe berichten opnemen. Belt u later nog eens.',
  ],
  closed: [
    'Goedendag, u bent verbonden met {company}. Ons kantoor is op dit moment gesloten. Wij zijn bereikbaar van maandag tot en met vrijdag, van negen tot vijf uur.',
    'Welkom bij {company}. Wij zijn gesloten wegens vakantie tot en met achttien augustus. U kunt ons een e-mail sturen.',
  ],
  screening: [
    'Hallo, de persoon die u belt gebruikt een oproepfilter. Zeg uw naam en de reden van uw oproep.',
    'Noem alstublieft uw naam en waarom u belt, dan kijk ik of deze persoon beschikbaar is.',
  ],
  menu: [
    'Welkom bij {company}. Voor verkoop, toets een. Voor service, toets twee. Voor alle andere vragen, toets nul.',
    'Goedendag, u belt met {company}. Wilt u een afspraak maken, kies dan een. Voor herhaalrecepten, kies twee.',
  ],
};
