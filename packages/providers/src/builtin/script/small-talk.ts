import type { DialogueTurns, Reply } from './dialogue-turns.ts';
import { type UtteranceKind, utteranceKind } from './utterance-kind.ts';

/** Turns of the caller after which the agent says goodbye. */
const MAXIMUM_ANSWERS = 4;
const NAME = /\b[Yy]ou are ([A-Z][a-z]{1,15})[,.]/;

const ACKNOWLEDGEMENTS: Record<Exclude<UtteranceKind, 'goodbye' | 'repeat'>, string[]> = {
  greeting: ['Hello, it is good to hear you.', 'Hello again.'],
  question: [
    'That is a good question. I will make a note of it, and somebody will get back to you.',
    'I cannot say that for certain, so I will pass it on.',
    'Let me have that checked for you.',
  ],
  thanks: ['You are welcome.', 'My pleasure.'],
  yes: ['Great, thank you.', 'Very good.', 'Wonderful.'],
  no: ['All right, I understand.', 'That is fine.', 'Understood.'],
  statement: ['I see, thank you.', 'Thank you for telling me.', 'All right, I have noted that.'],
};

const QUESTIONS = [
  'Is there anything that you would like to know?',
  'Is there anything else that I can help you with?',
  'Is there anything else on your mind?',
  'Would you like to add something?',
];

const FAREWELL = 'Thank you for your time. Have a nice day. Goodbye.';

function pick(texts: string[], turn: number): string {
  return texts[turn % texts.length]!;
}

/** A "no" ends a conversation once the agent has asked whether there is anything else. */
function isOver(kind: UtteranceKind, turn: number): boolean {
  return kind === 'goodbye' || (kind === 'no' && turn >= 2) || turn >= MAXIMUM_ANSWERS - 1;
}

/** A short, polite conversation for an agent whose prompt holds no script: no knowledge, but manners. */
export function smallTalkReply(template: string, turns: DialogueTurns): Reply {
  if (!turns.begun || turns.answers.length === 0) {
    const name = NAME.exec(template)?.[1];
    return { text: `Hello${name ? `, this is ${name}` : ''}. How can I help you today?`, outcome: null };
  }
  const turn = turns.answers.length - 1;
  const kind = utteranceKind(turns.answers[turn]!);
  if (kind === 'repeat') return smallTalkReply(template, { ...turns, answers: turns.answers.slice(0, -1) });
  if (kind === 'goodbye') return { text: FAREWELL, outcome: 'success' };
  const acknowledgement = pick(ACKNOWLEDGEMENTS[kind], turn);
  if (isOver(kind, turn)) return { text: `${acknowledgement} ${FAREWELL}`, outcome: 'success' };
  return { text: `${acknowledgement} ${pick(QUESTIONS, turn)}`, outcome: null };
}
