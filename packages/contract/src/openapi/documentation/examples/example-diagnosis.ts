import type { CallDiagnosis } from '../../../diagnosis.ts';
import { exampleCall } from './example-calls.ts';

const CREATED_AT = exampleCall.created_at;

export const exampleCallDiagnosis: CallDiagnosis = {
  call_id: exampleCall.call_id,
  health: 'bad',
  verdict:
    'No audio arrived from the other side (one-way audio). A firewall blocks it, or it is sent to another address.',
  findings: [
    {
      code: 'no_sound_received',
      severity: 'error',
      leg: 0,
      what: 'No audio arrived from the other side (one-way audio). A firewall blocks it, or it is sent to another address.',
      evidence: 'We sent 750 packets to 203.0.113.7:40100 and received none in 15 s.',
      remedy: 'Let our RTP ports in at the firewall (PARLEY_RTP_PORTS).',
    },
  ],
  ladder: [
    {
      leg: 0,
      at: CREATED_AT + 0.021,
      direction: 'sent',
      transport: 'udp',
      peer: '203.0.113.7:5060',
      start_line: 'INVITE sip:+12025550101@203.0.113.7:5060 SIP/2.0',
      message: 'INVITE sip:+12025550101@203.0.113.7:5060 SIP/2.0\r\nCSeq: 1 INVITE\r\n\r\n',
      bytes: 812,
      repeated: 0,
      unsent: null,
    },
  ],
  ladder_omitted: 0,
  media: [
    {
      leg: 0,
      packets_sent: 750,
      packets_received: 0,
      packets_lost: 0,
      packets_late: 0,
      concealed_frames: 0,
      recovered_frames: 0,
      jitter_ms: 0,
      mos: 4.4,
      rtp: {
        bytes_sent: 129_000,
        bytes_received: 0,
        packets_duplicate: 0,
        packets_invalid: 0,
        packets_unreadable: 0,
        packets_replayed: 0,
        packets_stray: 0,
        agreed_address: '203.0.113.7:40100',
        source_address: null,
        stray_address: null,
        payload_types: [],
        unexpected_payload_types: [],
        ssrc_changes: 0,
        longest_gap_ms: 15_012,
        longest_gap_at_ms: 0,
        keys: 0,
        keys_unmarked: 0,
        clock_drift_ppm: null,
        rtcp: {
          reports_sent: 3,
          reports_received: 0,
          round_trip_ms: null,
          round_trip_max_ms: null,
          remote_packets_lost: null,
          remote_loss: null,
          remote_jitter_ms: null,
        },
      },
    },
  ],
};
