import type { NewAgent } from '@parley/contract';

/** One template: the same person, once as a script and once as instructions. */
export interface TemplateTexts {
  id: string;
  name: string;
  description: string;
  /** What both variants have: variables, first message, outcomes and manners. */
  shared: Pick<NewAgent, 'first_message' | 'variables' | 'outcomes'> & Partial<NewAgent>;
  /** For `builtin/script`. */
  script: string;
  /** For a language model. */
  instructions: string;
}

/** Of every script: somebody who did not hear, or does not know who calls. */
export const ANYTIME = `## anytime
hear: could you say that again please | please repeat that | i did not hear you -> again
hear: who is this | who is calling | who is calling please | sorry who is calling please -> identity`;
