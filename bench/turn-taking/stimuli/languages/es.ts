import type { LanguagePhrases } from './language-phrases.ts';

export const SPANISH: LanguagePhrases = {
  voice: 'es',
  interruptions: [
    'no eso no es correcto',
    'puedo preguntar una cosa',
    'yo no he pedido eso',
    'cuánto cuesta en total',
    'yo quería el martes',
    'usted no me ha entendido',
    'puede repetir lo último',
    'tengo que irme enseguida',
    'quién le ha dicho eso',
    'déjeme terminar por favor',
  ],
  commands: ['espere', 'un momento', 'no', 'perdone', 'oiga', 'no no', 'pare', 'cómo dice'],
  slowStarts: [
    ['eh', 'en realidad necesito otra cosa'],
    ['sí', 'pero el lunes no puedo'],
    ['vale', 'y quién paga eso'],
    ['bueno', 'pero qué pasa con la factura'],
    ['claro', 'solo que ya no tengo la llave'],
  ],
  backchannels: [
    ...['sí', 'vale', 'claro', 'ajá', 'ya', 'entiendo', 'de acuerdo', 'muy bien', 'sí sí', 'ya veo', 'perfecto'],
    ...['bueno', 'exacto', 'ah vale', 'claro que sí', 'está bien', 'sí claro', 'okay', 'ah ya', 'por supuesto'],
  ],
  finished: [
    'quisiera pedir una cita',
    'puede decirme cuánto cuesta',
    'tienen algo libre el viernes',
    'llamo por mi pedido',
    'me llamo pedro sánchez',
    'a qué hora abren mañana',
    'necesito cambiar mi dirección',
    'tengo una pregunta sobre la factura',
  ],
  sentences: [
    ['quisiera una cita para el', 'próximo jueves'],
    ['llamo porque', 'el paquete no ha llegado'],
    ['me puede decir si', 'todavía queda el azul'],
    ['mi número es seis cero', 'ocho nueve tres'],
    ['estamos buscando un', 'piso con terraza'],
    ['tengo una pregunta sobre la', 'última factura'],
  ],
};
