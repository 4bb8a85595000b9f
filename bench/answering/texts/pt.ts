import type { GreetingTexts } from '../greeting-texts.ts';

export const PORTUGUESE: GreetingTexts = {
  language: 'pt-BR',
  voice: 'pt-br',
  names: ['João', 'Ana Souza', 'Pedro Lima', 'Beatriz'],
  companies: ['Oficina Central', 'Clínica Sorriso', 'Imobiliária Atlântica', 'Padaria Moreira'],
  numbers: ['um um, nove oito sete seis, cinco quatro três dois', 'dois um, cinco cinco, zero um, dois três'],
  oneWord: ['Alô?', 'Oi?', 'Sim?', 'Estou?', 'Pois não?'],
  withName: ['Alô, aqui é o {name}.', 'Oi, {name} falando.', 'Sim, {name}, quem fala?'],
  receptionist: [
    '{company}, bom dia, {name} falando, em que posso ajudar?',
    'Boa tarde, obrigada por ligar para a {company}, meu nome é {name}, com quem eu falo?',
    '{company}, boa tarde, pois não?',
  ],
  longPerson: [
    'Alô, espera um pouco que eu estou na rua e tem muito barulho aqui, vou entrar numa loja. | Pronto, agora estou ouvindo melhor. | Quem é?',
    'Oi, eu ia mesmo te ligar agora, estou preso no trânsito e vou chegar com uma meia hora de atraso, pode começar a reunião sem mim.',
  ],
  toOthers: ['Coloca isso em cima da mesa, por favor.', 'Fiquem quietos um minuto, estou no telefone.'],
  replies: ['Sim, sobre o que é?', 'Está bem.', 'Quer falar com quem?'],
  personal: [
    'Oi, aqui é o {name}. | Não posso atender agora, deixe seu recado depois do sinal.',
    'Você ligou para {name}. | No momento não estou disponível. | Deixe uma mensagem que eu retorno assim que puder.',
    'Olá, esta é a secretária eletrônica de {name}. | Deixe seu nome e telefone, obrigado.',
    'Oi, não estou em casa. | Tente o meu celular, ou mande uma mensagem. | Valeu.',
    'Olá, fala a {name}, | neste momento estou em reunião. | Ligo de volta mais tarde.',
  ],
  carrier: [
    'Sua chamada está sendo encaminhada para a caixa postal e estará sujeita a cobrança após o sinal.',
    'O telefone chamado está desligado ou fora da área de cobertura. Tente novamente mais tarde.',
    'O número que você discou não existe. Verifique o número e ligue novamente.',
    'Caixa postal de | {number}. | Deixe sua mensagem após o sinal.',
  ],
  mailboxFull: [
    'A caixa de mensagens deste cliente está cheia. Não é possível gravar recados. Até logo.',
    'A caixa postal do número chamado não pode receber novas mensagens. Tente mais tarde.',
  ],
  closed: [
    'Obrigado por ligar para a {company}. No momento estamos fechados. Nosso horário de atendimento é de segunda a sexta, das oito às dezoito horas.',
    'Você ligou para a {company}. Estamos em férias coletivas até o dia cinco de janeiro. Mande um e-mail que responderemos em breve.',
  ],
  screening: [
    'Olá, a pessoa para quem você ligou usa um filtro de chamadas. Diga seu nome e o motivo da sua ligação.',
    'Por favor, informe seu nome e o assunto da ligação, e vou ver se a pessoa pode atender.',
  ],
  menu: [
    'Bem-vindo à {company}. Para vendas, digite um. Para assistência técnica, digite dois. Para falar com um atendente, digite zero.',
    'Obrigado por ligar para a {company}. Para marcar uma consulta, tecle um. Para cancelar, tecle dois.',
  ],
};
