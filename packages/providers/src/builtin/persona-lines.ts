/**
 * What the default persona of the simulated phone says, in this order: the first when it picks up, each further one
 * when the agent has stopped speaking. It understands nothing, so agents must get along with these answers.
 */
export const personaLines: string[] = [
  'hello',
  'yes this is me speaking',
  'yes that works very well for me',
  'no thank you that is all for now',
  'thank you very much goodbye',
];
