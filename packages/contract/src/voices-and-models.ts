import { z } from 'zod';

export const VoiceList = z.object({
  data: z.array(
    z.object({
      voice_id: z.string().meta({ description: 'As an agent names it' }),
      provider: z.string(),
      name: z.string().meta({ description: 'For people' }),
      description: z.string(),
      languages: z.array(z.string()).meta({ description: 'BCP 47 tags' }),
    }),
  ),
  total: z.int(),
  default: z.string().meta({ description: 'The voice that a new agent has' }),
});
export type VoiceList = z.infer<typeof VoiceList>;

export const ModelList = z.object({
  data: z.array(
    z.object({
      model: z.string().meta({ description: 'As an agent names it' }),
      provider: z.string(),
      name: z.string().meta({ description: 'For people' }),
      description: z.string(),
    }),
  ),
  total: z.int(),
  default: z.string().meta({ description: 'The model that a new agent should have: the best that is configured' }),
  providers: z.array(z.string()).meta({ description: 'The providers that can be named; each may have more models' }),
});
export type ModelList = z.infer<typeof ModelList>;
