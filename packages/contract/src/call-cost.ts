import { z } from 'zod';

export const UsageUnit = z
  .enum([
    'input_token',
    'cached_input_token',
    'output_token',
    'input_audio_token',
    'cached_input_audio_token',
    'output_audio_token',
    'character',
    'audio_ms',
    'call_ms',
  ])
  .meta({
    id: 'UsageUnit',
    description:
      'What is counted. audio_ms: milliseconds of audio; call_ms: milliseconds from the answer to the end of a call. A cached token is no input_token',
  });
export type UsageUnit = z.infer<typeof UsageUnit>;

export const CostKind = z.enum(['model', 'voice', 'transcriber', 'telephony', 'analysis']).meta({
  id: 'CostKind',
  description: 'model: the language model during the call; analysis: the one that read the transcript afterwards',
});
export type CostKind = z.infer<typeof CostKind>;

export const CostItem = z
  .object({
    provider: z.string().meta({ description: 'As the agent names it; of telephony, the trunk' }),
    name: z.string().meta({ description: 'Its model or voice; empty where it has none' }),
    kind: CostKind,
    quantity: z.int().meta({ description: 'How much was used' }),
    unit: UsageUnit,
    micros: z.int().nullable().meta({ description: 'In millionths of the currency; null: no price is known' }),
  })
  .meta({ id: 'CostItem' });
export type CostItem = z.infer<typeof CostItem>;

export const CallCost = z
  .object({
    currency: z.string().meta({ description: 'ISO 4217' }),
    total: z.number().meta({ description: 'In units of the currency: total_micros / 1 000 000' }),
    total_micros: z.int().meta({ description: 'In millionths of the currency: the sum of the items with a price' }),
    items: z.array(CostItem).meta({ description: 'What was used, by provider. What is built in costs 0' }),
    unpriced: z.array(z.string()).meta({
      description: 'What was used and has no price, as provider/name: the total is without it. PUT /prices sets one',
    }),
  })
  .meta({ id: 'CallCost', description: 'By the prices that held when the call ended; it never changes afterwards' });
export type CallCost = z.infer<typeof CallCost>;
