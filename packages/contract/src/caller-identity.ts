import { z } from 'zod';

const Party = z.string().nullable().meta({
  description: 'A number in E.164 format, or where there is none the SIP address; null: it does not want to be known',
});

/** What comes of a signature. */
const Verdict = z.enum(['verified', 'unverified', 'failed']).meta({
  description:
    'verified: the signature is of a provider that is trusted, and of this call. failed: it is not. unverified: that is not known, and `reason` says why',
});

const CallSignature = z
  .object({
    attestation: z.enum(['A', 'B', 'C']).nullable().meta({
      description:
        'A: the provider knows its customer, and that the number is theirs. B: it knows its customer. C: it knows where the call came in. null: it cannot be read',
    }),
    orig: z
      .string()
      .nullable()
      .meta({ description: 'The number that is vouched for; null: it cannot be read, or the caller hides it' }),
    dest: z.array(z.string()).meta({ description: 'The numbers that were called' }),
    verdict: Verdict,
    reason: z.string().nullable().meta({ description: 'Why it is not verified, in words; null: it is' }),
    provider_code: z
      .string()
      .nullable()
      .meta({ description: 'Who has signed it, by the code in a certificate that is trusted; null: not known' }),
  })
  .meta({ id: 'CallSignature', description: 'A signature of STIR/SHAKEN (RFC 8224, 8225, 8588)' });
export type CallSignature = z.infer<typeof CallSignature>;

export const CallerIdentity = z
  .object({
    asserted: Party.meta({
      description:
        'Who calls, as the network vouches (P-Asserted-Identity); null: it does not, or the caller does not want to be known',
    }),
    name: z.string().nullable().meta({ description: 'The name with it; null: none, or the caller hides it' }),
    privacy: z.array(z.string()).meta({
      description: 'What is to be hidden, as the caller or the network asks (Privacy): id, user, header, history, none',
    }),
    diverted_from: z
      .array(
        z.object({
          number: Party,
          reason: z
            .string()
            .nullable()
            .meta({ description: 'Why, such as unconditional, user-busy, no-answer; null: not given' }),
          times: z.int().meta({ description: 'How often it was diverted there' }),
        }),
      )
      .meta({ description: 'Numbers that the call was forwarded from (Diversion), the latest first' }),
    history: z
      .array(
        z.object({
          index: z.string().meta({ description: 'Its place: 1.2 is the second target of what 1 was forwarded to' }),
          number: Party,
          cause: z
            .int()
            .nullable()
            .meta({ description: 'The SIP status with which the call went on, such as 302 or 486; null: not given' }),
        }),
      )
      .meta({ description: 'Where the call was on its way (History-Info), in order' }),
    stir: CallSignature.nullable().meta({
      description: 'What a provider has signed about the call (STIR/SHAKEN); null: nothing',
    }),
  })
  .meta({
    id: 'CallerIdentity',
    description:
      'What the trunk or the carrier says of the caller and of the way that the call took (RFC 3325, 3323, 5806, 7044). Beyond the specification',
  });
export type CallerIdentity = z.infer<typeof CallerIdentity>;
