/** What people say while another one speaks, to tell that they listen. Not "i know", which a short "no" sounds like. */
export const listeningPhrases: readonly string[] = [
  ...['uh-huh', 'mm-hm', 'mhm', 'mm', 'oh', 'ah', 'yes', 'yes yes', 'yeah', 'yeah yeah', 'yep', 'okay', 'okay okay'],
  ...[
    'sure',
    'sure sure',
    'of course',
    'right',
    'all right',
    'right okay',
    'yeah okay',
    'oh okay',
    'i see',
    'oh i see',
  ],
  ...['got it', 'good', 'great', 'fine', 'really', 'exactly', 'i understand', 'makes sense'],
];

/**
 * What they say to interrupt, as short as that. Other words that ask are hardly ever said alone, and "who" is what a line leaves of
 * "sure" and "uh-huh".
 */
export const interruptingPhrases: readonly string[] = [
  ...['stop', 'stop stop', 'stop it', 'please stop', 'wait', 'wait wait', 'no wait', 'wait a minute', 'wait a second'],
  ...['no', 'no no', 'no no no', 'not really', 'not now', 'no thanks', 'hold on', 'hold on please', 'hold it'],
  ...['hang on', 'excuse me', 'sorry', 'pardon', 'hello', 'listen', 'but', 'question', 'one moment', 'let me finish'],
  ...['what', 'how much'],
];

/** How these sound beyond the dictionary: outside of America, and through closed lips. */
export const interjectionVariants: Readonly<Record<string, readonly string[]>> = {
  no: ['N AH UW', 'N AH OW', 'N AO'],
  sure: ['SH AO', 'SH AO R', 'SH UH R', 'SH ER'],
  stop: ['S T AO P'],
  hold: ['HH AO L D', 'HH OW L', 'HH AO L', 'HH AH UW L D'],
  hello: ['HH AH L AH UW'],
  got: ['G AO T'],
  right: ['R AA IY T', 'R AY'],
  oh: ['AH UW'],
  okay: ['AH UW K EY'],
  uh: ['AH'],
  huh: ['HH AH'],
  yeah: ['Y EH', 'Y EH ER'],
  mhm: ['AH M HH M', 'M M HH M M', 'EH M HH AH M', 'HH M'],
  wait: ['W EH T'],
  pardon: ['P AA D AH N'],
  sorry: ['S AO R IY'],
  hang: ['HH EH NG'],
  on: ['AO N', 'AH N'],
};
