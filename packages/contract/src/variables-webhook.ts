import { z } from 'zod';
import { addressFault, LONGEST_URL } from './web-address.ts';

const webhookSecret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'must be whsec_ and 24 to 64 bytes in Base64')
  .nullable();

export const VariablesWebhook = z
  .object({
    url: z.string().meta({ description: 'Where variables are asked for' }),
    secret: z.null().meta({ description: 'Never shown' }),
    secret_set: z.boolean().meta({ description: 'Whether requests are signed' }),
  })
  .meta({ id: 'VariablesWebhook', description: 'Where the variables of an inbound call come from' });
export type VariablesWebhook = z.infer<typeof VariablesWebhook>;

export const GivenVariablesWebhook = z
  .strictObject({
    url: z
      .string()
      .max(LONGEST_URL, { error: `must have at most ${LONGEST_URL} characters`, abort: true })
      .refine((url) => addressFault(url) === undefined, { error: ({ input }) => addressFault(input as string) })
      .meta({ description: 'Where variables are asked for before the agent speaks; it has 2 s' }),
    secret: webhookSecret.default(null).meta({
      description:
        'What requests are signed with, as Standard Webhooks says: whsec_ and Base64. Sealed at once, and never shown; null keeps the one that is there',
    }),
    secret_set: z.boolean().default(false).meta({ description: 'What was read may be sent back: it says nothing' }),
  })
  .meta({ id: 'GivenVariablesWebhook', description: 'Where the variables of an inbound call come from' });
export type GivenVariablesWebhook = z.infer<typeof GivenVariablesWebhook>;

/** What is posted to a `variables_webhook`, beside `id` and `created_at`. */
export const VARIABLES_EVENT = 'call.variables';
