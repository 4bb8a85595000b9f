interface MagicNumber {
  number: string;
  behaviour: string;
  /** Status and end reason that an agent with usual settings gets. */
  result: string;
}

export const magicNumbers: MagicNumber[] = [
  { number: '+12025550101', behaviour: 'Answers and talks.', result: 'completed' },
  { number: '+12025550102', behaviour: 'Is busy.', result: 'failed, busy' },
  { number: '+12025550103', behaviour: 'Rings, and is not answered.', result: 'failed, no_answer' },
  { number: '+12025550104', behaviour: 'Is a voicemail with a beep.', result: 'completed, voicemail' },
  { number: '+12025550105', behaviour: 'Declines.', result: 'failed, rejected' },
  { number: '+12025550106', behaviour: 'Hangs up in mid-sentence.', result: 'completed, user_hangup' },
  { number: '+12025550107', behaviour: 'Interrupts the agent.', result: 'completed' },
  { number: '+12025550108', behaviour: 'Is a menu: a key leads to a person.', result: 'completed' },
  {
    number: '+12025550109',
    behaviour: 'Says “stop calling me”.',
    result: 'completed, opted_out; from then on POST /call is 422, until the number is taken off the list',
  },
  { number: '+12025550110', behaviour: 'Answers and stays silent.', result: 'completed, silence_timeout' },
  { number: '+12025550111', behaviour: 'Speaks against noise.', result: 'completed' },
  { number: '+12025550112', behaviour: 'Is on a line with packet loss and jitter.', result: 'completed' },
  { number: '+12025550113', behaviour: 'Rings long, with early media, then talks.', result: 'completed' },
  { number: '+12025550114', behaviour: 'Talks, and never hangs up by itself.', result: 'completed' },
  {
    number: '+12025550115',
    behaviour: 'Talks; its line knows no transfers (405).',
    result: 'completed; a transfer by REFER fails, and Parley calls the number itself where it may',
  },
  {
    number: '+12025550116',
    behaviour: 'Talks; its line declines transfers (603).',
    result: 'completed; a transfer by REFER fails, and Parley calls the number itself where it may',
  },
];
