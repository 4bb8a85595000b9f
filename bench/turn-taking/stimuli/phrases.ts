import { type CasePart, isSynthesized, type SynthesizedPart } from '../cases/test-case.ts';
import { newcomersPhrases } from './newcomers-phrases.ts';
import type { Phrases } from './phrase-lists.ts';
import { strangersPhrases } from './strangers-phrases.ts';

/** Parts of the case list that have no sentence in common; backchannels and answers are what they are. */
export const PHRASES: Record<SynthesizedPart, Phrases> = {
  strangers: strangersPhrases,
  newcomers: newcomersPhrases,
  tuning: {
    interruptions: [
      "no wait that's wrong",
      'can i ask something',
      'sorry i did not understand that',
      'hold on a second please',
      'that is not what i asked for',
      'excuse me how much is that',
      'i already have an appointment',
      'let me stop you there',
      'but what about the parking',
      'i would rather come on monday',
    ],
    commands: ['stop', 'wait', 'no no', 'hold on'],
    slowStarts: [
      ['um', 'actually i need another day'],
      ['uh', 'that does not work for me'],
      ['well', 'i was thinking of the morning'],
      ['so', 'how long does it take'],
      ['okay', 'but my car is still at home'],
      ['yeah', 'but nobody told me about it'],
      ['right', 'but who pays the difference'],
    ],
    backchannels: ['mm-hm', 'uh-huh', 'yeah', 'okay', 'right', 'i see', 'sure', 'oh okay', 'yeah okay', 'mhm'],
    finished: [
      'i would like to make an appointment please',
      'can you tell me what it costs',
      'do you have anything on friday',
      'what time do you open tomorrow',
      'i am calling about my order',
      'my name is peter miller',
      'i need to change my address',
      'tell me more about the second one',
    ],
    answers: ['yes', 'okay', 'no thank you', 'sure', 'yes please', 'no', 'tomorrow', 'right'],
    numbers: [
      ['my number is five five five', 'oh one two three'],
      ['it is two one two', 'five five five oh one nine nine'],
      ['the code is four seven', 'nine two one'],
      ['my card ends in three three', 'eight one'],
    ],
    spellings: [
      ['my name is m i', 'l l e r'],
      ['that is s m', 'i t h'],
      ['it is spelled k a', 't e'],
    ],
    sentences: [
      ['i would like to', 'come in on thursday'],
      ['i am calling because', 'the delivery did not arrive'],
      ['could you tell me if the', 'blue one is still there'],
      ['my address is on the', 'corner of the market'],
      ['i have a question about', 'the last bill'],
    ],
    open: [
      ['i would like to book a table', 'for four people'],
      ['can you call me back', 'on my other number'],
    ],
  },
  measured: {
    interruptions: [
      'no no that is not right',
      'could i just say something',
      'wait what was that again',
      'sorry to interrupt you',
      'hang on i have a question',
      'that is too expensive for me',
      'i never ordered anything like that',
      'what do you mean by that',
      'can you repeat the last part',
      'we talked about this last week',
      'please let me finish',
      'is there anything cheaper',
      'i think you have the wrong person',
      'could we do this another time',
      'how did you get this number',
      'i only wanted to know the price',
    ],
    commands: ['stop', 'wait', 'wait wait', 'stop stop', 'hang on', 'excuse me', 'sorry', 'hello'],
    slowStarts: [
      ['um', 'actually can we do sunday'],
      ['uh', 'i do not think so'],
      ['well', 'the thing is i am moving away'],
      ['okay', 'but who pays for that'],
      ['yeah', 'but that was last year'],
      ['so', 'what does the guarantee cover'],
      ['erm', 'could you say the name again'],
    ],
    backchannels: [
      'mm-hm',
      'uh-huh',
      'yeah',
      'okay',
      'right',
      'i see',
      'sure',
      'oh okay',
      'mm',
      'mhm',
      'yeah yeah',
      'right okay',
      'got it',
      'yes',
      'all right',
      'mm-hm okay',
    ],
    finished: [
      'i want to cancel my booking for next week',
      'how far are you from the station',
      'is the doctor in today',
      'could you send me the invoice again',
      'we are looking for a place for twelve people',
      'the heating has been broken since sunday',
      'who do i talk to about a refund',
      'my flight leaves at seven in the evening',
      'please put me through to the sales team',
      'i forgot my password',
      'when will the parcel arrive',
      'that was everything from my side',
    ],
    answers: [
      'yes',
      'okay',
      'no',
      'yes please',
      'sure',
      'no thanks',
      'yeah',
      'right',
      'of course',
      'not really',
      'on wednesday',
      'all right',
    ],
    numbers: [
      ['you can reach me at four one five', 'five five five oh one eight six'],
      ['the order is eight six', 'four four two'],
      ['it is nine oh two', 'one oh six five'],
      ['the account is seven seven one', 'three oh eight'],
      ['my zip code is one oh', 'oh two four'],
      ['seven eight', 'five five six one'],
    ],
    spellings: [
      ['it is b r', 'o w n'],
      ['my last name is w a', 'l k e r'],
      ['that is spelled h u', 'g h e s'],
      ['the street is e l', 'm'],
    ],
    sentences: [
      ['we wanted to ask whether', 'you also repair bicycles'],
      ['i think it was on the', 'third of november'],
      ['the problem is that my', 'neighbour has the key'],
      ['i would be interested in', 'the larger apartment'],
      ['so what i need is a', 'copy of the contract'],
      ['last time i spoke with', 'your colleague from support'],
      ['it depends on how', 'many people are coming'],
      ['i will have to talk to my', 'wife about that first'],
    ],
    open: [
      ['i need two tickets', 'for the evening show'],
      ['we could come on saturday', 'if that is all right'],
      ['i am not happy with the service', 'that i got last time'],
      ['please send it to my office', 'in the main street'],
    ],
  },
  unseen: {
    interruptions: [
      'oh no that cannot be',
      'i have to go now',
      'listen i am driving at the moment',
      'what did you say your name was',
      'that is not my house',
      'one question before you go on',
      'i thought this was free',
      'my son does all of this',
    ],
    commands: ['stop', 'no', 'wait a second', 'pardon'],
    slowStarts: [
      ['um', 'no the other one please'],
      ['uh', 'what about my old contract'],
      ['right', 'but i still have a question'],
      ['hmm', 'i am not so sure about that'],
    ],
    backchannels: [
      'mm-hm',
      'uh-huh',
      'yeah',
      'okay',
      'right',
      'oh i see',
      'sure sure',
      'okay okay',
      'yep',
      'mhm mhm',
      'good',
    ],
    finished: [
      'there is water coming through the ceiling',
      'does the price include breakfast',
      'i am returning your call from this morning',
      'could you check if my car is ready',
      'what documents do i have to bring',
      'we got the wrong color',
    ],
    answers: ['yes', 'okay', 'no', 'yep', 'absolutely', 'no thank you', 'sure', 'next week'],
    numbers: [
      ['the phone number is six one seven', 'five five five oh one four two'],
      ['reference three nine', 'two two eight'],
      ['the meter says oh four', 'six six seven one'],
    ],
    spellings: [
      ['first name is j a', 'n e'],
      ['it is written c l', 'a r k e'],
    ],
    sentences: [
      ['i was wondering when the', 'next course begins'],
      ['someone told me that i should', 'ask for the manager'],
      ['the machine stops whenever', 'i open the lid'],
      ['it would be great if', 'you could send a technician'],
    ],
    open: [
      ['i bought it in june', 'at your shop downtown'],
      ['we have a dog', 'and two cats'],
    ],
  },
};

/** A menu that is read out, with gaps between its entries. */
export const MENU: readonly string[] = [
  'thank you for calling',
  'for sales press one',
  'for support press two',
  'for all other questions please hold the line',
];

/** Others in the room, not to the agent. */
export const ROOM_TALK: readonly string[] = [
  'did you feed the cat this morning',
  'there is some soup left in the kitchen',
  'i told him that it would never work',
  'where did you put the blue bag',
  'we should leave before it gets dark',
  'and then she just walked away',
];

/**
 * What an agent's script may expect of its caller: all that is said in the caller's turn, and nothing that is said over the agent. Of
 * people nothing.
 */
export function expectedPhrases(part: CasePart): string[] {
  if (!isSynthesized(part)) return [];
  const { finished, answers, numbers, spellings, sentences, open } = PHRASES[part];
  return [
    ...finished,
    ...answers,
    ...[...numbers, ...spellings, ...sentences, ...open].map((pieces) => pieces.join(' ')),
  ];
}
