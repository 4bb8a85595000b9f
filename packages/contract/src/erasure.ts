import { z } from 'zod';
import { PhoneNumber } from './text.ts';

export const ErasePerson = z
  .strictObject({
    phone_number: PhoneNumber.meta({ description: 'Whose data is erased, in E.164 format' }),
  })
  .meta({ id: 'ErasePerson' });
export type ErasePerson = z.infer<typeof ErasePerson>;

const count = (what: string) => z.int().min(0).meta({ description: what });

export const Erasure = z
  .object({
    calls: count('Calls with this person: they are kept for statistics, without anything of the person'),
    transcripts: count('Transcripts and summaries that were erased'),
    recordings: count('Recordings that were erased'),
    variables: count('Calls whose variables were erased'),
    events: count('Events of calls whose words or numbers were erased'),
    webhook_events: count('Stored bodies of webhook events that were erased'),
    idempotency_responses: count('Stored responses to Idempotency-Keys that were erased'),
    suppressed: z.boolean().meta({
      description:
        'Whether the number is on the suppression list. It stays there, so that the person is not called again',
    }),
  })
  .meta({ id: 'Erasure', description: 'What was erased of one person' });
export type Erasure = z.infer<typeof Erasure>;
