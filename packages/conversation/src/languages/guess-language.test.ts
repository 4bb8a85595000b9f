import { describe, expect, it } from 'vitest';
import { guessLanguage } from './guess-language.ts';
import type { PackTag } from './packs.ts';

const greetings: Record<PackTag, string[]> = {
  en: ['Hello, this is Ann from Example Dental. How can I help you?', 'Hi there! Thanks for calling Sunrise Hotel.'],
  es: ['Hola, soy Ana de la Clínica Sol. ¿En qué puedo ayudarle?', 'Buenos días, le habla el asistente de Hotel Mar.'],
  fr: ['Bonjour, je suis Anne du cabinet Martin. Comment puis-je vous aider ?', "Bonjour, ici l'assistant de l'hôtel."],
  de: ['Guten Tag, hier ist Anna von der Praxis Müller. Wie kann ich Ihnen helfen?', 'Hallo, mein Name ist Max.'],
  it: ['Buongiorno, sono Anna dello studio Rossi. Come posso aiutarla?', 'Pronto, è il centralino di Hotel Roma.'],
  pt: ['Olá, aqui é a Ana da Clínica Sol. Em que posso ajudar?', 'Bom dia, você ligou para o Hotel Mar.'],
  nl: ['Goedemorgen, u spreekt met Anna van praktijk De Wit. Waarmee kan ik u helpen?', 'Hallo, dit is het hotel.'],
  pl: ['Dzień dobry, tu Anna z gabinetu Zdrowie. W czym mogę pomóc?', 'Dzień dobry, dzwonię w sprawie wizyty.'],
  ja: ['お電話ありがとうございます。さくら歯科でございます。', '東京ホテルです'],
  zh: ['您好，这里是阳光诊所，请问有什么可以帮您？', '你好，我是小王'],
  hi: ['नमस्ते, मैं सनराइज़ क्लिनिक से बोल रही हूँ।', 'हेलो'],
  ar: ['مرحبًا، معك عيادة الشمس. كيف يمكنني مساعدتك؟', 'ألو'],
};

describe.each(Object.entries(greetings))('%s', (tag, texts) => {
  it.each(texts)('is recognized by: %s', (text) => expect(guessLanguage(text)).toBe(tag));
});

it.each(['', 'Anna Schmidt', 'OK', 'Γεια σας, πώς μπορώ να βοηθήσω;', '12345'])('"%s" does not tell', (text) =>
  expect(guessLanguage(text)).toBeNull(),
);
