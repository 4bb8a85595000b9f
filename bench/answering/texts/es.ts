import type { GreetingTexts } from '../greeting-texts.ts';

export const SPANISH: GreetingTexts = {
  language: 'es-ES',
  voice: 'es',
  names: ['Carlos', 'María García', 'Javier Ruiz', 'Lucía'],
  companies: ['Talleres Romero', 'Clínica San Juan', 'Inmobiliaria del Sol', 'Panadería López'],
  numbers: ['seis uno dos, tres cuatro cinco, seis siete ocho', 'nueve uno cinco, cinco cinco, cero uno, dos tres'],
  oneWord: ['¿Diga?', '¿Sí?', '¿Hola?', 'Dígame.', '¿Bueno?', '¿Aló?'],
  withName: ['Hola, soy {name}.', '¿Sí? Habla {name}.', 'Buenos días, {name} al aparato.'],
  receptionist: [
    '{company}, buenos días, le atiende {name}, ¿en qué puedo ayudarle?',
    'Gracias por llamar a {company}, mi nombre es {name}, ¿con quién tengo el gusto?',
    'Buenas tardes, {company}, dígame.',
  ],
  longPerson: [
    'Hola, espera un momento que estoy en la calle y hay mucho ruido, voy a entrar en el portal. | Ya está, ahora te oigo mejor. | ¿Quién es?',
    'Sí, hola, mira, justo iba a llamarte porque no voy a llegar a tiempo, el tren viene con mucho retraso, así que empezad sin mí.',
  ],
  toOthers: ['Deja eso encima de la mesa, por favor.', 'Callaos un momento, que estoy al teléfono.'],
  replies: ['Sí, ¿de qué se trata?', 'Vale.', '¿Por quién pregunta?'],
  personal: [
    'Hola, soy {name}. | Ahora mismo no puedo atenderte, deja tu mensaje después de la señal.',
    'Has llamado a {name}. | No estoy disponible en este momento. | Deja un mensaje y te llamaré.',
    'Este es el contestador de {name}. | Deje su nombre y su número de teléfono, gracias.',
    'Hola, en este momento estoy reunido. | Si es urgente, mándame un mensaje de texto. | Gracias.',
    'Hola, somos la familia de {name}. | Ahora no estamos en casa. | Deja tu recado y te llamamos en cuanto podamos.',
  ],
  carrier: [
    'El teléfono al que llama está apagado o fuera de cobertura en este momento.',
    'La persona a la que llama no está disponible. Puede dejar su mensaje después de la señal.',
    'Le informamos de que el número marcado no existe. Por favor, compruebe el número y vuelva a llamar.',
    'Buzón de voz de Movistar. | El cliente con número | {number} | no puede atenderle en este momento.',
  ],
  mailboxFull: [
    'El buzón de voz al que llama está lleno. No es posible dejar mensajes. Adiós.',
    'Lo sentimos, el buzón de esta persona no admite más mensajes. Inténtelo más tarde.',
  ],
  closed: [
    'Gracias por llamar a {company}. En estos momentos nuestras oficinas están cerradas. Nuestro horario de atención es de lunes a viernes, de nueve a seis.',
    'Ha llamado a {company}. Estamos cerrados por vacaciones hasta el primero de septiembre. Si lo desea, escríbanos un correo electrónico.',
  ],
  screening: [
    'Hola, la persona a la que llama utiliza un filtro de llamadas. Diga su nombre y el motivo de su llamada.',
    'Por favor, indique su nombre y la razón de su llamada, y veré si esta persona puede atenderle.',
  ],
  menu: [
    'Bienvenido a {company}. Para ventas, pulse uno. Para atención al cliente, pulse dos. Para hablar con un agente, pulse cero.',
    'Gracias por llamar a {company}. Escuche atentamente las opciones. Si desea pedir una cita, marque uno. Si desea anularla, marque dos.',
  ],
};
