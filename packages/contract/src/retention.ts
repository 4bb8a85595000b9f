import { z } from 'zod';

const days = (what: string) =>
  z
    .int()
    .min(1)
    .max(3650)
    .nullable()
    .meta({ description: `${what} are deleted so many days after the end of the call; null keeps them` });

export const Retention = z
  .object({
    recordings_days: days('Recordings'),
    transcripts_days: days('Transcripts, summaries, variables and the words in events'),
  })
  .meta({ id: 'Retention', description: 'How long what was said is kept' });
export type Retention = z.infer<typeof Retention>;

export const RetentionPatch = z
  .strictObject({
    recordings_days: days('Recordings').optional(),
    transcripts_days: days('Transcripts, summaries, variables and the words in events').optional(),
  })
  .meta({ id: 'RetentionPatch' });
export type RetentionPatch = z.infer<typeof RetentionPatch>;
