import { z } from 'zod';

const SipAddress = z.object({
  host: z.string().meta({ description: 'Host name or address; that of IPv6 without brackets' }),
  port: z.int().meta({ description: 'SIP port, UDP' }),
});

/** What a person has to tell the other end of a trunk, and what the operator has connected for all accounts. */
export const Telephony = z
  .object({
    address: SipAddress.meta({ description: 'Where others reach this installation' }),
    tls_port: z.int().nullable().meta({ description: 'SIP over TLS at the same host; null without a certificate' }),
    rtp_ports: z.object({ first: z.int(), last: z.int() }).meta({ description: 'UDP ports for audio' }),
    captures_audio: z
      .boolean()
      .meta({ description: 'PARLEY_CAPTURE_AUDIO: packets are kept of calls that are recorded' }),
    operator_trunk: SipAddress.nullable().meta({ description: 'PARLEY_SIP_TRUNK; null when there is none' }),
  })
  .meta({ id: 'Telephony' });
export type Telephony = z.infer<typeof Telephony>;
