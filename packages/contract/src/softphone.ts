import { z } from 'zod';
import { SoftphoneId, SoftphoneName, UnixSeconds } from './text.ts';

export const SoftphoneSrtp = z.enum(['off', 'preferred', 'required']).meta({
  id: 'SoftphoneSrtp',
  description:
    'Whether the audio of its calls is encrypted, with keys by SDES: never; where it has registered over TLS and can; or in every call, which fails where it cannot',
});

export const SoftphoneDigest = z.enum(['md5', 'sha-256']).meta({
  id: 'SoftphoneDigest',
  description:
    'The algorithm of SIP Digest by which it shows that it knows its password: sha-256 is the stronger one, and not every telephone has it',
});

const settings = { srtp: SoftphoneSrtp, digest: SoftphoneDigest };

/** What a softphone is when nothing else is said. */
export const softphoneDefaults = { srtp: 'preferred', digest: 'md5' } as const satisfies z.input<
  z.ZodObject<typeof settings>
>;

export const Softphone = z
  .object({
    softphone_id: SoftphoneId.meta({ description: 'Identifier of the softphone' }),
    name: SoftphoneName,
    username: z.string().meta({ description: 'What it registers as, by SIP Digest' }),
    ...settings,
    registered: z
      .boolean()
      .meta({ description: 'Whether calls reach it now: it has registered, and that has not expired' }),
    contacts: z
      .array(
        z
          .object({
            address: z.string().meta({ description: 'Where its registration came from' }),
            user_agent: z.string().nullable().meta({ description: 'What it calls itself; null: it does not' }),
            expires_at: UnixSeconds,
          })
          .meta({ id: 'SoftphoneContact' }),
      )
      .meta({ description: 'Where it is registered, the latest first: all of them ring' }),
    created_at: UnixSeconds,
  })
  .meta({ id: 'Softphone', description: "A person's telephone program or desk telephone, which takes calls over" });
export type Softphone = z.infer<typeof Softphone>;

export const ChangeSoftphone = z
  .strictObject(settings)
  .partial()
  .meta({ id: 'ChangeSoftphone', description: 'The fields to change; what is left out stays as it is' });
export type ChangeSoftphone = z.infer<typeof ChangeSoftphone>;

export const CreateSoftphone = z
  .strictObject({ name: SoftphoneName, ...ChangeSoftphone.shape })
  .meta({ id: 'CreateSoftphone' });
export type CreateSoftphone = z.infer<typeof CreateSoftphone>;

export const CreatedSoftphone = Softphone.extend({
  registrar: z.string().meta({ description: 'Where it registers: host and port of SIP over UDP' }),
  password: z.string().meta({ description: 'Shown this once: only a hash of it is kept' }),
}).meta({ id: 'CreatedSoftphone', description: 'A new softphone, with its password' });
export type CreatedSoftphone = z.infer<typeof CreatedSoftphone>;

export const SoftphoneList = z
  .object({
    data: z.array(Softphone).meta({ description: 'By name' }),
    total: z.int().meta({ description: 'How many there are' }),
  })
  .meta({ id: 'SoftphoneList' });
export type SoftphoneList = z.infer<typeof SoftphoneList>;
