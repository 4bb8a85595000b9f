/** Who answers at the numbers of the simulated phone. */
export const personas: readonly { phone: string; about: string }[] = [
  { phone: '+12025550101', about: 'answers and talks' },
  { phone: '+12025550102', about: 'is busy' },
  { phone: '+12025550103', about: 'does not answer' },
  { phone: '+12025550104', about: 'is a voicemail with a beep' },
  { phone: '+12025550105', about: 'declines' },
  { phone: '+12025550106', about: 'hangs up in mid-sentence' },
  { phone: '+12025550107', about: 'interrupts the agent' },
  { phone: '+12025550108', about: 'is a menu that wants a key' },
  { phone: '+12025550109', about: 'says “stop calling me”, and is suppressed afterwards' },
  { phone: '+12025550110', about: 'stays silent' },
  { phone: '+12025550111', about: 'speaks against noise' },
  { phone: '+12025550112', about: 'is on a bad line' },
  { phone: '+12025550113', about: 'rings long, then talks' },
  { phone: '+12025550114', about: 'never hangs up' },
  { phone: '+12025550115', about: 'is on a line that knows no transfers' },
  { phone: '+12025550116', about: 'is on a line that declines transfers' },
];
