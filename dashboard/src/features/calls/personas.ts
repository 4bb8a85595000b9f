/** Numbers of the simulated phone, by what answers. */
export const personas = [
  { number: '+12025550101', behaviour: 'Answers and talks' },
  { number: '+12025550102', behaviour: 'Is busy' },
  { number: '+12025550103', behaviour: 'Rings without an answer' },
  { number: '+12025550104', behaviour: 'Is a voicemail with a beep' },
  { number: '+12025550105', behaviour: 'Declines' },
  { number: '+12025550106', behaviour: 'Hangs up in the middle of a sentence' },
  { number: '+12025550107', behaviour: 'Interrupts the agent' },
  { number: '+12025550108', behaviour: 'Is a phone menu that asks for a key' },
  { number: '+12025550109', behaviour: 'Says “stop calling me”' },
  { number: '+12025550110', behaviour: 'Stays silent' },
  { number: '+12025550111', behaviour: 'Speaks in a noisy place' },
  { number: '+12025550112', behaviour: 'Has packet loss and jitter' },
  { number: '+12025550113', behaviour: 'Rings long, then talks' },
  { number: '+12025550114', behaviour: 'Never hangs up by itself' },
  { number: '+12025550115', behaviour: 'Is on a line that does not support transfers' },
  { number: '+12025550116', behaviour: 'Is on a line that declines transfers' },
] as const;
