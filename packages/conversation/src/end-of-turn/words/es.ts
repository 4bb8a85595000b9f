import type { TurnWords } from '../turn-words.ts';

export const SPANISH_WORDS: TurnWords = {
  classes: {
    conjunction:
      'y, e, o, u, pero, ni, sino, más, y también, o sea, y luego, pero también, y además, guion, barra, además',
    subordinator:
      'que, porque, si, cuando, aunque, mientras, como, donde, para que, ya que, pues, hasta que, antes de que, en cuanto, quien, cual, la que, el que, lo que, los que, las que, por si, así que, según, desde que, siempre que, es que, que no',
    preposition:
      'de, del, a, al, en, con, por, para, sin, sobre, desde, hasta, entre, hacia, contra, según, durante, antes de, después de, cerca de, dentro de, a través de, en lugar de, además de, acerca de, junto a, frente a, debido a, de la, de los, de las, en la, en el, a la, con la, con el, para la, para el, por la, por el, de mi, con mi, en mi, a mi, para mi, que la, que el, tengo que, voy a, vamos a, ir a, quiero que, de un, de una, a un, con un, en una, en un, más de',
    particle: 'abajo, arriba, adelante',
    determiner:
      'el, la, los, las, un, una, unos, unas, mi, mis, tu, tus, su, sus, nuestro, nuestra, nuestros, nuestras, este, esta, estos, estas, ese, esa, esos, esas, aquel, aquella, cada, algún, alguna, ningún, ninguna, otro, otra, otros, otras, cualquier, todo el, toda la, todos los, todas las, lo, es el, es la, es un, es una, era el',
    auxiliary:
      'es, soy, son, era, fue, ser, está, estoy, están, estaba, estar, he, ha, han, había, hay, hemos, haber, sería, será, va, voy, vamos, van, puede, puedo, podría, podrían, pueden, podemos, debo, debería, suele, tiene, tengo, tenía, tenemos, no es, no está, no he, no puedo, se ha, me ha, ya he, me llamo, se llama, no hay, no me, no se, se me, me lo ha, mi número es, lo que es, eso es que, estamos',
    subject:
      'yo, él, ella, nosotros, ellos, se, me, le, te, nos, les, no, y yo, y me, pero no, que me, que no, que se, que le, si me, si no, si se, cuando me, y no, y se, porque no, porque me, porque se, pero me, pero yo, que yo, que te, como no, y el, y la, pero el, pero la, si el, si la, si hay, si es, que es, que está, que tengo, porque tengo, y tengo, y mi',
    object:
      'mí, eso, esto, ello, conmigo, usted, ustedes, él mismo, todo, nada, algo, nadie, alguien, ninguno, uno, otra, así, de eso, por eso, con eso, para eso, aquí, ahí, allí, a mí, para mí, de ellos, mío, mía, suyo',
    transitive:
      'quiero, quisiera, necesito, querría, me gustaría, busco, queremos, necesitamos, quería, buscaba, llamo para, llamaba para, llamo por, llamaba por, creo, pienso, digo, dice, dijo, dijeron, dígame, quiero hacer, quiero saber, quería saber, quería preguntar, quería hacer, quisiera saber, vivo en, hacer, cambiar, cancelar, reservar, pedir, comprar, pagar, ver, saber, tener, poner, dar, enviar, traer, usar, encontrar, llamar, hablar, hablar con, póngame, deme, mándeme, un momento, un segundo, espere, a ver, déjeme ver, déjeme, espera, permítame, me parece, se escribe, me dijeron, recibir, recibí, recibido, devolver, pedí, pedido, perder, perdí, perdido, robaron, rompió, cubre, cubren, incluye, cobraron, cobrado, cobrar, cerrar, abrir, cancelé, compré, comprado, vendí, encontré, mandé, mandaron, enviaron, envié, pagué, pagado, tomar, tomo, uso, hice, hecho, hacen, hicieron, dije, dicho, decir, decirme, explicar, explicarme, mostrar, confirmar, renovar, extender, reparar, arreglar, instalar, instalaron, activar, bloquear, desbloquear, transferir, depositar, retirar, solicitar, solicité, firmar, firmé, escribir, leer, escuchar, visto, vi, conocer, prefiero, prefiero el, me gusta, me gustan, odio, tuve, tuvimos, llevo, llevar, dejar, dejé, dejaron, puse, puso, olvidé, olvidar, recuerdo, necesitaba, busqué, preguntar, pregunté, consultar, revisar, verificar, actualizar, completar, rellenar, presentar, reclamar, denunciar, contratar, alquilar, alquilo, vender, traigan, mande, envíe, mándenme, ponga, dime, dígale, quisiera que, quiero que, espero que, creo que, me dijo que, dicen que, interesado en, interesada en, alérgico, alérgica, en vez, acerca, antes, problema con, problemas con, hablar de',
    modifier:
      'muy, más, menos, tan, bastante, casi, sólo, solo, aproximadamente, unos, unas, como unos, quizás, quizá, tal vez, también, todavía, aún, ya, siempre, nunca, además, sobre todo, por lo menos, al menos, como mínimo, exactamente, justo, nuevo, nueva, gran, primer, primera, segundo, última, último, próximo, próxima, mismo, misma, buen, mal, señor, señora, doctor, doctora, don, doña, calle, avenida, medio, media, san, santa, la calle, número, a las, a la, el día, a eso de, sobre las, tipo',
    filler: 'eh, este, em, mmm, ehm, pues, bueno pues, o sea, digamos, cómo se dice, cómo era, a ver, esto, ah, um, uh',
    interrogative:
      'qué, quién, cuándo, dónde, cómo, cuánto, cuántos, cuánta, cuántas, cuál, por qué, a qué hora, qué tipo de, cuáles',
    closing:
      'por favor, gracias, hoy, mañana, ayer, ahora, luego, después, ya, también, tampoco, no más, nada más, esta noche, esta tarde, esta mañana, bien, vale, ok, adiós, correcto, cierto, posible, disponible, libre, perfecto, exacto, claro, de acuerdo, todavía, aún, siempre, nunca, aquí, ahí, pronto, tarde, temprano, otra vez, de nuevo, la semana que viene, el mes que viene, esta semana, la semana pasada, el año pasado, el mes pasado, verdad, no, sí, ayuda, problema, listo, entonces, en casa, en línea, pasada, próxima, funciona, sirve, ahora mismo, cuanto antes, lo antes posible, si es posible, si puede ser, muchas gracias, hasta luego, buenos días, buenas tardes',
    opening:
      'sí, no, bueno, pues, vale, claro, mire, oiga, hola, a ver, sí pero, no pero, bueno pero, sí es que, no es que, perdón, disculpe, sí mire, sí yo, no yo, la verdad, entonces, ah, verá, sí tengo, sí es, no es',
    time: 'lunes, martes, miércoles, jueves, viernes, sábado, domingo, enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre, octubre, noviembre, diciembre, mañana, tarde, noche, mediodía, medianoche, de la mañana, de la tarde, de la noche, en punto, y media, y cuarto, menos cuarto, madrugada',
    unit: 'euros, pesos, dólares, céntimos, por ciento, kilos, metros, personas, adultos, niños, noches, días, semanas, meses, años, horas, minutos, veces, habitaciones, entradas, unidades',
  },
  asked: {
    phone:
      'mi número, número de teléfono, teléfono, número de celular, celular, móvil, qué número, su número, número de contacto, le llamamos',
    spelling: 'deletrear, deletrea, deletreármelo, deletrearlo, se escribe',
    email: 'correo, email, e mail, mail',
    code: 'número de cuenta, número de cliente, número de pedido, número de póliza, número de referencia, número de reserva, número de socio, código, dni, pin, matrícula, número de factura, número de seguimiento, clave, cédula, referencia',
    card: 'número de tarjeta, número de la tarjeta',
    birth: 'fecha de nacimiento, nació, cumpleaños',
    postcode: 'código postal',
    when: 'cuándo, a qué hora, qué día, qué fecha, para qué día, qué horario',
    amount: 'cuántos, cuántas, cuánto, cuánta, qué edad, cada cuánto, qué talla, qué tamaño',
    name: 'su nombre, nombre completo, cómo se llama, apellido, apellidos, con quién hablo, quién habla, quién llama, qué nombre, nombre de, a nombre de quién, de parte de quién',
    address: 'dirección, dónde vive, domicilio, qué calle, dónde está, adónde, ubicación',
  },
  asksYesNo: '',
  yesNo:
    'sí, no, claro, vale, bueno, correcto, exacto, exactamente, de acuerdo, por supuesto, perfecto, desde luego, todavía no, aún no, creo que sí, creo que no, así es, eso es, ok, okay, está bien, cierto, ajá, ya, tampoco, por favor',
  or: 'o, u',
  digits: 'cero, un, uno, una, dos, tres, cuatro, cinco, seis, siete, ocho, nueve',
  tens: 'treinta, cuarenta, cincuenta, sesenta, setenta, ochenta, noventa',
  twice: 'doble',
  thrice: 'triple',
  at: 'arroba',
  dot: 'punto',
  conditions:
    'si, cuando, como, aunque, porque, en cuanto, mientras, después de, antes de, desde que, siempre que, al, cada vez que',
  postcodeDigits: 5,
  localDigits: null,
};
