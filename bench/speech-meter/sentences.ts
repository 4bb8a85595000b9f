/** What callers say, for synthesizers. By espeak-ng's names of languages. */
export const sentences: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Hello, I would like to change my appointment for Tuesday, please.',
    'Yes, that is correct.',
    'No, I never got that letter.',
    'My number is four one five, two two nine, eight oh one seven.',
    'Can you tell me when the shop opens tomorrow?',
    'I am calling about the invoice that came last week.',
    'Wait, wait, that is not what I said.',
    'Could you repeat that?',
    'The order was for two boxes, not three.',
    'Thank you very much, goodbye.',
    'It is the blue one, I think, but I would have to look.',
    'Who am I speaking with?',
    'Actually, could we do it on Friday at half past nine?',
    'Stop.',
    'What?',
    'Seven o clock is fine.',
    'I live at twenty three Maple Street, second floor.',
    'Sorry, I did not catch your name.',
  ],
  es: [
    'Buenos días, quería cambiar mi cita.',
    'No, eso no es correcto.',
    '¿Me lo puede repetir, por favor?',
    'Sí, claro.',
  ],
  de: [
    'Guten Tag, ich möchte meinen Termin verschieben.',
    'Nein, das stimmt nicht.',
    'Wann haben Sie geöffnet?',
    'Ja, genau.',
  ],
  fr: [
    'Bonjour, je voudrais changer mon rendez-vous.',
    "Non, ce n'est pas exact.",
    'Pouvez-vous répéter ?',
    "D'accord.",
  ],
  it: [
    'Buongiorno, vorrei spostare il mio appuntamento.',
    'No, non è corretto.',
    'Può ripetere, per favore?',
    'Va bene.',
  ],
  pt: ['Bom dia, queria mudar a minha consulta.', 'Não, isso não está certo.', 'Pode repetir, por favor?', 'Está bem.'],
  pl: ['Dzień dobry, chciałbym zmienić termin.', 'Nie, to się nie zgadza.', 'Czy może pan powtórzyć?', 'Dobrze.'],
  sv: ['Hej, jag skulle vilja ändra min tid.', 'Nej, det stämmer inte.', 'Kan du upprepa det?', 'Javisst.'],
  hi: ['नमस्ते, मुझे अपना समय बदलना है।', 'नहीं, यह सही नहीं है।', 'क्या आप दोहरा सकते हैं?', 'ठीक है।'],
  tr: ['Merhaba, randevumu değiştirmek istiyorum.', 'Hayır, bu doğru değil.', 'Tekrar eder misiniz?', 'Tamam.'],
  cmn: ['你好，我想改一下预约时间。', '不对，不是这样的。', '请再说一遍。', '好的。'],
};

/** A listener's short words, which are speech. */
export const backchannels: readonly string[] = [
  ...['mm hmm', 'uh huh', 'yeah', 'okay', 'right', 'yes', 'no', 'sure', 'oh', 'hmm', 'I see', 'go on'],
];
