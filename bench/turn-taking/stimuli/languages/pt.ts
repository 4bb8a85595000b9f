import type { LanguagePhrases } from './language-phrases.ts';

export const PORTUGUESE: LanguagePhrases = {
  voice: 'pt-br',
  interruptions: [
    'não isso não está certo',
    'posso perguntar uma coisa',
    'eu não pedi isso',
    'quanto custa no total',
    'eu queria na terça',
    'você me entendeu mal',
    'pode repetir o final',
    'eu tenho que sair agora',
    'quem disse isso para você',
    'me deixe terminar por favor',
  ],
  commands: ['espere', 'um momento', 'não', 'desculpe', 'pare', 'não não', 'peraí', 'como assim'],
  slowStarts: [
    ['eh', 'na verdade eu preciso de outra coisa'],
    ['sim', 'mas na segunda eu não posso'],
    ['tá bom', 'e quem paga isso'],
    ['certo', 'mas e a conta'],
    ['claro', 'só que eu não tenho mais a chave'],
  ],
  backchannels: [
    ...['sim', 'certo', 'tá', 'tá bom', 'claro', 'entendi', 'aham', 'isso', 'ok', 'tudo bem', 'sim sim', 'exato'],
    ...['ah tá', 'com certeza', 'perfeito', 'isso mesmo', 'ah sim', 'muito bem', 'tá certo', 'ótimo'],
  ],
  finished: [
    'eu gostaria de marcar um horário',
    'você pode me dizer quanto custa',
    'vocês têm algo livre na sexta',
    'estou ligando sobre o meu pedido',
    'meu nome é pedro silva',
    'a que horas vocês abrem amanhã',
    'preciso mudar o meu endereço',
    'tenho uma pergunta sobre a conta',
  ],
  sentences: [
    ['eu gostaria de um horário na', 'próxima quinta'],
    ['estou ligando porque', 'a encomenda não chegou'],
    ['você pode me dizer se', 'o azul ainda está disponível'],
    ['meu número é nove oito', 'sete seis três'],
    ['estamos procurando um', 'apartamento com varanda'],
    ['tenho uma pergunta sobre a', 'última conta'],
  ],
};
