import type { TurnWords } from '../turn-words.ts';

export const PORTUGUESE_WORDS: TurnWords = {
  classes: {
    conjunction:
      'e, ou, mas, nem, porém, mais, e também, e aí, e depois, mas também, ou então, e daí, traço, hífen, barra, além disso, só que',
    subordinator:
      'que, porque, se, quando, como, embora, enquanto, onde, para que, pra que, já que, até que, antes que, assim que, quem, qual, o que, a que, os que, pois, caso, desde que, sempre que, é que, por isso que',
    preposition:
      'de, do, da, dos, das, a, ao, à, aos, às, em, no, na, nos, nas, com, com o, com a, por, pelo, pela, pelos, pelas, para, para o, para a, pra, pro, sem, sobre, desde, até, até o, entre, contra, durante, antes de, antes do, depois de, depois do, perto de, perto do, dentro de, em vez de, além de, a respeito de, através de, por causa de, por causa do, em relação a, num, numa, de um, de uma, com meu, do meu, da minha, no meu, na minha, para minha, pra minha, pro meu, tenho que, vou, vou ter que, mais de, ter que, em frente ao',
    particle: 'cima, baixo, fora, dentro',
    determiner:
      'o, os, as, um, uma, uns, umas, meu, minha, meus, minhas, teu, tua, seu, sua, seus, suas, nosso, nossa, nossos, nossas, este, esta, estes, estas, esse, essa, esses, essas, aquele, aquela, cada, algum, alguma, nenhum, nenhuma, outro, outra, outros, outras, qualquer, todo o, toda a, todos os, todas as, é o, é a, é um, é uma, o meu, a minha, o seu, a sua',
    auxiliary:
      'é, sou, são, era, foi, ser, está, estou, estão, estava, estar, tem, tenho, temos, tinha, têm, ter, há, houve, vai, vamos, vão, ia, pode, posso, poderia, podem, podemos, podia, devo, deveria, seria, será, me chamo, se chama, não é, não está, não tenho, não posso, não tem, ainda não, tá, tô, eu tenho, eu estou, eu sou, eu tô, eu posso, eu vou, eu ia, a gente tem, já tem, é que eu, consigo, não consigo, fica, ficou, o senhor pode, a senhora pode, você pode, você poderia',
    subject:
      'eu, ele, ela, nós, eles, elas, a gente, se, me, lhe, te, nos, não, e eu, mas eu, que eu, se eu, quando eu, porque eu, e não, mas não, que não, se não, se o, se a, e o, e a, mas o, mas a, porque o, porque a, que o, que a, e me, que me, se for, se é, que é, que está, porque é, se você, que você, se der, se tiver, e meu, você, o senhor, a senhora, se a senhora, se vocês',
    object:
      'mim, isso, isto, aquilo, comigo, tudo, nada, algo, alguém, ninguém, aqui, aí, lá, ali, dele, dela, disso, por isso, com isso, pra mim, para mim, assim, esse aí, vocês',
    transitive:
      'quero, queria, preciso, gostaria, gostaria de, preciso de, queremos, precisamos, procuro, estou procurando, quero fazer, queria saber, queria fazer, gostaria de saber, estou ligando para, estou ligando pra, tô ligando pra, ligo para, liguei para, estou ligando por, eu quero, eu queria, eu preciso, eu gostaria, eu gostaria de, acho, eu acho, acho que, penso, digo, quer dizer, moro, moro na, fazer, saber, marcar, cancelar, remarcar, mudar, trocar, pedir, comprar, pagar, reservar, enviar, mandar, ver, falar, falar com, colocar, me dá, me manda, um momento, um minutinho, um instante, espera, espere, peraí, deixa eu ver, deixe-me ver, deixa eu, calma, se escreve, depende, perguntar, receber, recebi, recebido, devolver, pedi, perdi, perder, roubaram, quebrou, cobre, inclui, cobraram, cobrado, fechar, abrir, cancelei, comprei, vendi, vender, encontrei, achei, mandei, mandaram, enviaram, enviei, paguei, pegar, peguei, usar, uso, fiz, feito, fazem, fizeram, disse, disseram, disse que, dizer, explicar, mostrar, confirmar, renovar, prorrogar, consertar, arrumar, instalar, instalaram, ativar, bloquear, desbloquear, transferir, depositar, sacar, retirar, solicitar, solicitei, assinar, assinei, escrever, ler, ouvir, vi, visto, conhecer, prefiro, gosto, gosto de, odeio, tive, levar, levo, deixar, deixei, deixa, deixaram, pôr, botar, esqueci, esquecer, lembro, lembrar, perguntei, consultar, verificar, atualizar, preencher, reclamar, contratar, alugar, alugo, trazer, traga, mande, envie, ponha, coloque, diga, avise, espero, espero que, disseram que, interessado em, interessada em, interesse em, alérgico, alérgica, problema com, vez de, encerrar, comunicar, buscar, alterar',
    modifier:
      'muito, mais, menos, tão, bastante, quase, só, somente, apenas, aproximadamente, uns, umas, talvez, também, ainda, já, sempre, nunca, pelo menos, no mínimo, no máximo, exatamente, principalmente, cerca de, mais ou menos, novo, nova, grande, pequeno, pequena, bom, boa, primeiro, primeira, segundo, último, última, próximo, próxima, mesmo, mesma, senhor, senhora, doutor, doutora, dona, seu, rua, avenida, meio, meia, são, santa, às, lá pelas, o dia, dia, tipo, tipo assim, bem, um pouco',
    filler:
      'hã, é, ah, hum, hmm, ahn, eh, bom, tipo, sei lá, digamos, como é que se diz, como é, vamos ver, então, quer dizer, ééé, pois',
    interrogative:
      'o quê, quê, quem, quando, onde, como, quanto, quantos, quanta, quantas, qual, quais, por quê, por que, a que horas, que horas, que tipo de, que cor, de que, em que',
    closing:
      'por favor, obrigado, obrigada, hoje, amanhã, ontem, agora, depois, logo, já, também, ainda, mais, nada, não, sim, bem, tá bom, tá, ok, tchau, correto, certo, possível, disponível, livre, perfeito, exato, claro, isso, esta noite, hoje à tarde, de manhã, à tarde, à noite, esta semana, essa semana, semana que vem, na semana que vem, mês que vem, semana passada, mês passado, passada, passado, né, viu, tudo bem, pra mim, de novo, outra vez, aqui, aí, cedo, tarde, então, funciona, funcionando, chegou, em casa, online, muito obrigado, muito obrigada, se possível, o quanto antes, agora mesmo, ajuda, problema, até logo, bom dia, boa tarde, é isso, só isso',
    opening:
      'sim, não, bom, então, tá, olha, olá, oi, alô, claro, sim mas, não mas, tá mas, bom dia, boa tarde, desculpa, desculpe, ah, sim eu, não eu, é eu, na verdade, veja, é que, pois é, oi eu, sim é, não é que, aham',
    time: 'segunda, terça, quarta, quinta, sexta, segunda feira, terça feira, quarta feira, quinta feira, sexta feira, sábado, domingo, janeiro, fevereiro, março, abril, maio, junho, julho, agosto, setembro, outubro, novembro, dezembro, manhã, tarde, noite, meio dia, meia noite, da manhã, da tarde, da noite, horas, e meia, em ponto, fim de semana',
    unit: 'reais, euros, centavos, cêntimos, por cento, quilos, metros, pessoas, adultos, crianças, noites, dias, semanas, meses, anos, minutos, vezes, quartos, ingressos, unidades, parcelas',
  },
  asked: {
    phone:
      'meu número, número de telefone, telefone, número de celular, celular, telemóvel, qual número, seu número, número para contato, ligar de volta, contato',
    spelling: 'soletrar, soletra, se escreve',
    email: 'email, e mail',
    code: 'número da conta, número do cliente, número do pedido, número da apólice, protocolo, número da reserva, cpf, código, número de contribuinte, nif, placa, número da nota, rastreio, senha, matrícula, referência, rg',
    card: 'número do cartão',
    birth: 'data de nascimento, nasceu',
    postcode: 'cep, código postal',
    when: 'quando, que horas, que dia, qual dia, qual data, que horário, qual horário, qual o melhor dia',
    amount:
      'quantos, quantas, quanto, quanta, que idade, qual a idade, que tamanho, qual o tamanho, com que frequência',
    name: 'seu nome, nome completo, como se chama, sobrenome, com quem falo, com quem eu falo, quem fala, em nome de quem, qual nome, qual o nome, apelido',
    address: 'endereço, morada, onde mora, qual rua, que rua, onde fica, onde você',
  },
  asksYesNo: '',
  yesNo:
    'sim, não, claro, isso, certo, correto, exato, exatamente, tá, tá bom, ok, pode, pode ser, com certeza, perfeito, ainda não, acho que sim, acho que não, é, tenho, quero, isso mesmo, beleza, positivo, aham, uhum, está bem, por favor, talvez, combinado, pois sim, pode sim, tenho sim, é sim',
  or: 'ou',
  digits: 'zero, um, uma, dois, duas, três, quatro, cinco, seis, meia, sete, oito, nove',
  tens: 'vinte, trinta, quarenta, cinquenta, sessenta, setenta, oitenta, noventa',
  twice: 'duplo',
  thrice: 'triplo',
  at: 'arroba',
  dot: 'ponto',
  conditions:
    'se, quando, como, caso, assim que, porque, embora, enquanto, depois de, depois que, antes de, já que, sempre que, toda vez que, desde que',
  postcodeDigits: 8,
  localDigits: 9,
};
