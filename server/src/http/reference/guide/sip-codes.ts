/** What `sip_code` usually is, with the end reason that it leads to. */
export const sipCodes = [
  { codes: '200', endReason: 'any', meaning: 'Answered. How it went on is in the end reason.' },
  { codes: '486, 600', endReason: 'busy', meaning: 'Busy here, busy everywhere.' },
  { codes: '480, 408', endReason: 'no_answer', meaning: 'Temporarily unavailable, or not answered in time.' },
  { codes: '603, 403, 607, 608', endReason: 'rejected', meaning: 'Declined, forbidden, unwanted, blocked on the way.' },
  { codes: '404, 410, 484, 604', endReason: 'invalid_number', meaning: 'No such number, or not any more.' },
  { codes: '487', endReason: 'no_answer, canceled', meaning: 'Given up before the answer, by ring_timeout or by you.' },
  { codes: '5xx and others', endReason: 'carrier_error', meaning: 'The carrier could not connect the call.' },
  {
    codes: 'null',
    endReason: 'duplicate, dispatch_lost',
    meaning: 'Not over yet, or the carrier never said anything.',
  },
];
