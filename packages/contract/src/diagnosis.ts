import { z } from 'zod';
import { LineFigures } from './call.ts';
import { CallId } from './text.ts';

export const FindingCode = z
  .enum([
    ...(['not_connected', 'carrier_fault', 'answer_refused', 'sound_unreported'] as const),
    ...(['no_response', 'no_final_response', 'slow_setup', 'late_answer', 'gave_up', 'rang_unanswered'] as const),
    ...(['caller_refused', 'number_unknown', 'number_incomplete', 'callee_unreachable', 'callee_unavailable'] as const),
    ...(['callee_busy', 'callee_declined', 'media_refused', 'offer_refused', 'carrier_unavailable'] as const),
    ...(['redirected', 'call_refused', 'credentials_wanted', 'credentials_wrong'] as const),
    ...(['ack_missing', 'messages_repeated', 'reinvite_glare', 'session_unknown', 'ended_by_network'] as const),
    ...(['bye_unanswered', 'ended_for_silence'] as const),
    ...(['own_address_private', 'peer_address_private', 'peer_contact_private'] as const),
    ...([
      'no_sound_sent',
      'no_sound_received',
      'codec_not_agreed',
      'sound_from_elsewhere',
      'sound_unreadable',
    ] as const),
    ...(['sound_interrupted', 'packets_lost', 'packets_late', 'jitter_high', 'clock_drift', 'stray_packets'] as const),
    ...(['remote_packets_lost'] as const),
    ...(['keys_unmarked', 'keys_in_band', 'transfer_refused', 'transfer_failed'] as const),
  ])
  .meta({ id: 'FindingCode', description: 'What was found, for programs. More may come' });

export const DiagnosisFinding = z
  .object({
    code: FindingCode,
    severity: z.enum(['error', 'warning', 'info']).meta({
      description: 'error: the call failed, or a side heard nothing; warning: it suffered; info: nothing is wrong',
    }),
    leg: z.int().min(0).nullable().meta({
      description:
        'The leg that it is about; the first is 0, those to targets of transfers follow. null: the whole call',
    }),
    what: z.string().meta({ description: 'What it is, in plain words' }),
    evidence: z.string().meta({ description: 'What it follows from' }),
    remedy: z.string().meta({ description: 'What to do' }),
  })
  .meta({ id: 'DiagnosisFinding' });
export type DiagnosisFinding = z.infer<typeof DiagnosisFinding>;

export const LadderMessage = z
  .object({
    leg: z.int().min(0).meta({ description: 'The leg of the call that it belongs to; the first is 0' }),
    at: z.number().min(0).meta({ description: 'Unix time in seconds, with millisecond precision' }),
    direction: z.enum(['sent', 'received']).meta({ description: 'As Parley sees it' }),
    transport: z.enum(['udp', 'tcp', 'tls']).meta({ description: 'How it came or went' }),
    peer: z.string().meta({ description: 'Address and port of the other side' }),
    start_line: z.string().meta({ description: 'The first line: what is asked, or responded' }),
    message: z.string().meta({
      description:
        'The message as it was on the wire. Responses of digest authentication and keys of SRTP are `x`; what is very long is cut',
    }),
    bytes: z.int().min(0).meta({ description: 'How long it was on the wire' }),
    repeated: z.int().min(0).meta({ description: 'How often the same message came or went again' }),
    unsent: z.string().nullable().meta({
      description: 'Why it was not sent, in words: there was no connection. null: it was sent, or came',
    }),
  })
  .meta({ id: 'LadderMessage', description: 'One message of the signalling' });
export type LadderMessage = z.infer<typeof LadderMessage>;

const address = (description: string) => z.string().nullable().meta({ description });

export const RtcpFigures = z
  .object({
    reports_sent: z.int().min(0).meta({ description: 'Reports to the other side' }),
    reports_received: z.int().min(0).meta({ description: 'Reports of the other side' }),
    round_trip_ms: z.number().nullable().meta({
      description: 'The way there and back, on average; null when it was not measured',
    }),
    round_trip_max_ms: z.number().nullable().meta({ description: 'The longest that was measured' }),
    remote_packets_lost: z.int().nullable().meta({
      description: 'Packets of ours that did not come to the other side; null when it reports nothing',
    }),
    remote_loss: z.number().nullable().meta({ description: 'The same as a share of what we sent, 0 to 1' }),
    remote_jitter_ms: z.number().nullable().meta({
      description: 'How unevenly our packets come there, in milliseconds (RFC 3550)',
    }),
  })
  .meta({ id: 'RtcpFigures', description: 'What RTCP has reported of the way to the other side' });
export type RtcpFigures = z.infer<typeof RtcpFigures>;

export const RtpLegFigures = z
  .object({
    bytes_sent: z.int().meta({ description: 'RTP to the other side, in bytes' }),
    bytes_received: z.int().meta({ description: 'RTP from the other side, in bytes' }),
    packets_duplicate: z.int().meta({ description: 'Packets that came twice' }),
    packets_invalid: z.int().meta({ description: 'Packets of a payload type that was not agreed upon, or no RTP' }),
    packets_unreadable: z
      .int()
      .meta({ description: 'SRTP packets that are not of the key that was agreed upon, or came again' }),
    packets_replayed: z.int().meta({ description: 'Of packets_unreadable: those that came again' }),
    packets_stray: z.int().meta({ description: 'Packets from others than the other side, which were not heard' }),
    agreed_address: address('Where the other side said that it takes audio; null when it did not'),
    source_address: address('Where its audio came from; null when none came'),
    stray_address: address('Who else sent packets, the last of them'),
    payload_types: z
      .array(
        z.object({
          payload_type: z.int().meta({ description: 'RTP payload type' }),
          packets: z.int().meta({ description: 'Packets of it' }),
        }),
      )
      .meta({ description: 'What came, by payload type' }),
    unexpected_payload_types: z.array(z.int()).meta({ description: 'Those that were not agreed upon' }),
    ssrc_changes: z.int().meta({ description: 'How often another stream (SSRC) went on' }),
    longest_gap_ms: z.int().meta({ description: 'The longest time without a packet while one could be expected' }),
    longest_gap_at_ms: z.int().nullable().meta({ description: 'When it began, from the answer' }),
    keys: z.int().meta({ description: 'Keys that came as telephone events' }),
    keys_unmarked: z.int().meta({ description: 'Those whose first packet had no marker bit' }),
    clock_drift_ppm: z.int().nullable().meta({
      description: "How slow (positive) or fast the other side's clock is, in parts in a million; null when too short",
    }),
    rtcp: RtcpFigures.nullable().meta({ description: 'What RTCP has reported; null where that is not kept' }),
  })
  .meta({ id: 'RtpLegFigures' });

export const MediaLeg = LineFigures.extend({
  leg: z.int().min(0).meta({ description: 'The leg of the call; the first is 0' }),
  rtp: RtpLegFigures.nullable().meta({ description: 'Null where the audio did not come over RTP' }),
}).meta({ id: 'MediaLeg', description: 'What the network did to the audio of one leg' });
export type MediaLeg = z.infer<typeof MediaLeg>;

export const CallDiagnosis = z
  .object({
    call_id: CallId.meta({ description: 'The call' }),
    health: z.enum(['good', 'impaired', 'bad', 'unknown']).meta({
      description:
        'By the gravest finding: good when nothing is wrong with the line, unknown while the call lasts and when nothing of it is kept',
    }),
    verdict: z.string().meta({ description: 'In plain words' }),
    findings: z.array(DiagnosisFinding).meta({ description: 'The gravest first' }),
    ladder: z.array(LadderMessage).meta({ description: 'The signalling, in order. It is kept for 30 days' }),
    ladder_omitted: z.int().min(0).meta({ description: 'Messages in the middle that are not kept' }),
    media: z.array(MediaLeg).meta({ description: 'The audio of each leg; empty where the call was not answered' }),
  })
  .meta({ id: 'CallDiagnosis' });
export type CallDiagnosis = z.infer<typeof CallDiagnosis>;
