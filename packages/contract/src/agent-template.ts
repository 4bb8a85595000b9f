import { z } from 'zod';
import { NewAgent } from './agent.ts';

/** An agent to begin with. */
export const AgentTemplate = z.object({
  template_id: z.string(),
  name: z.string(),
  description: z.string().meta({ description: 'What it does, in a sentence' }),
  variants: z
    .object({ builtin: NewAgent, model: NewAgent })
    .meta({ description: 'builtin: a script for builtin/script; model: instructions for a language model' }),
});
export type AgentTemplate = z.infer<typeof AgentTemplate>;

export const AgentTemplateList = z.object({ data: z.array(AgentTemplate), total: z.int() });
export type AgentTemplateList = z.infer<typeof AgentTemplateList>;
