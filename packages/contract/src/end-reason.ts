import type { EndReason } from './call.ts';

export interface EndReasonWords {
  /** The status that such a call ends with. */
  status: 'completed' | 'failed';
  title: string;
  explanation: string;
  /** What to do about it; null where nothing is wrong. */
  remedy: string | null;
}

/** Every reason for which a call ends, in words for people. */
export const endReasons: Record<EndReason, EndReasonWords> = {
  user_hangup: { status: 'completed', title: 'The person hung up', explanation: 'The person hung up.', remedy: null },
  agent_hangup: {
    status: 'completed',
    title: 'The agent hung up',
    explanation: 'The agent ended the call, or POST /calls/{call_id}/hangup did.',
    remedy: null,
  },
  max_duration: {
    status: 'completed',
    title: 'Longest duration reached',
    explanation: 'The longest duration was reached.',
    remedy: "Raise the agent's max_duration if calls are cut off in the middle.",
  },
  silence_timeout: {
    status: 'completed',
    title: 'The person fell silent',
    explanation: 'The person had become silent, and stayed so when asked.',
    remedy: "Give the person more time: raise the agent's turn_taking.reminder_ms and end_ms.",
  },
  voicemail: {
    status: 'completed',
    title: 'Voicemail',
    explanation: 'A voicemail answered; the agent hung up or left its message.',
    remedy: null,
  },
  transferred: {
    status: 'completed',
    title: 'Transferred',
    explanation: 'The person was connected with another number, transferred_to.',
    remedy: null,
  },
  opted_out: {
    status: 'completed',
    title: 'Asked not to be called again',
    explanation: 'The person asked not to be called again. The number is on the suppression list from now on.',
    remedy: null,
  },
  no_answer: {
    status: 'failed',
    title: 'No answer',
    explanation: "The call was not answered within the agent's ring_timeout.",
    remedy: "Call again at another time of day, or let it ring longer: raise the agent's ring_timeout.",
  },
  busy: {
    status: 'failed',
    title: 'Busy',
    explanation: 'The line was busy.',
    remedy: 'Call again in some minutes.',
  },
  rejected: {
    status: 'failed',
    title: 'Declined',
    explanation: 'The call was declined.',
    remedy:
      'The person, or a filter of their carrier, did not want the call. Check that your number is registered and not reported as spam. With the SIP code 403 your own carrier may have refused it: the diagnosis of the call (its tab Line) says why.',
  },
  invalid_number: {
    status: 'failed',
    title: 'No such number',
    explanation: 'The carrier knows no such number.',
    remedy: 'Correct the number where it came from.',
  },
  canceled: {
    status: 'failed',
    title: 'Canceled',
    explanation: 'It was canceled before it was answered.',
    remedy: null,
  },
  blocked: {
    status: 'failed',
    title: 'On the suppression list',
    explanation: 'In a batch: the number is on the suppression list. Nothing rang.',
    remedy: 'Leave it alone, or take the number from the suppression list if the person wants calls again.',
  },
  carrier_error: {
    status: 'failed',
    title: 'The carrier could not connect',
    explanation: 'The carrier could not connect the call.',
    remedy:
      'The diagnosis of the call (its tab Line) says why. Test its trunk, or its account with Twilio or Telnyx. The SIP codes 403 and 407 mean credentials, 5xx the carrier itself.',
  },
  media_timeout: {
    status: 'failed',
    title: 'No audio arrived',
    explanation: 'The line was open, but no audio came any more.',
    remedy:
      'Let UDP through to the RTP ports, and set PARLEY_PUBLIC_ADDRESS to the address that the carrier can reach.',
  },
  llm_error: {
    status: 'failed',
    title: 'The language model failed',
    explanation: 'The language model failed, and its fallback with it.',
    remedy: "Check the provider's key, quota and status, and that the agent names a model that exists.",
  },
  stt_error: {
    status: 'failed',
    title: 'Speech recognition failed',
    explanation: 'Speech recognition failed, and its fallback with it.',
    remedy: "Check the provider's key, quota and status.",
  },
  tts_error: {
    status: 'failed',
    title: 'Speech synthesis failed',
    explanation: 'Speech synthesis failed, and its fallback with it.',
    remedy: "Check the provider's key, quota and status, and that the agent names a voice that exists.",
  },
  duplicate: {
    status: 'failed',
    title: 'Already in a call',
    explanation: 'In a batch: this agent was in a call with this number already.',
    remedy: 'Call the number again when the other call is over.',
  },
  dispatch_lost: {
    status: 'failed',
    title: 'Never dialled',
    explanation: 'The service was stopped or overloaded, and no node took up the call for 60 s. Nothing rang.',
    remedy: 'Place the call again. If it happens often, add a node or lower the rate of calls.',
  },
  interrupted_by_restart: {
    status: 'failed',
    title: 'Interrupted by a restart',
    explanation:
      'The service stopped or crashed while dialing, ringing or talking. Whether it had rung is not always known.',
    remedy: 'Look at the call before you place it again: the person may have been rung. Stop the service with SIGTERM.',
  },
  internal_error: {
    status: 'failed',
    title: 'A fault of the service',
    explanation: 'A fault of the service.',
    remedy: "Look for the call's id in the log of the service, and report what it says.",
  },
};
