import type { EndReason, TrunkTestStep } from '@parley/contract';

/** What is stored of a call that tested a trunk. */
export interface TestedCall {
  state: string;
  end_reason: EndReason | null;
  sip_code: number | null;
  answered_at: Date | null;
  created_at: Date;
  rang: boolean;
  media_stats: { packetsSent: number; packetsReceived: number } | null;
}

type Step = TrunkTestStep;

const good = (name: Step['name'], detail: string): Step => ({ name, ok: true, detail, remedy: null });
const bad = (name: Step['name'], detail: string, remedy: string): Step => ({ name, ok: false, detail, remedy });

/** How far a call through a trunk came, and what to do where it stopped. What comes after that is left out. */
export function testCallSteps(call: TestedCall): Step[] {
  const answered = call.answered_at !== null;
  if (!call.rang && !answered && !wasTakenOn(call)) return [refused(call)];
  const steps = [good('call', 'The trunk accepted the call.')];
  if (call.rang) steps.push(good('ringing', 'It rang.'));
  if (!answered) return [...steps, unanswered(call)];
  const waitedS = Math.round((call.answered_at!.getTime() - call.created_at.getTime()) / 1000);
  return [...steps, good('answered', `It was answered after ${waitedS} s.`), ...mediaSteps(call)];
}

/** No number is called twice at the same time: the trunk was not asked. */
export const busyRecipientStep = (phone: string): Step =>
  bad(
    'call',
    `The test call was not placed: another call of this account to ${phone} is not over yet.`,
    'Wait until it ends, hang it up, or test with another number. The trunk itself was not tested.',
  );

/** The person behind the trunk decided, not the trunk. */
function wasTakenOn({ end_reason: reason }: TestedCall): boolean {
  return reason === 'busy' || reason === 'no_answer';
}

function refused({ sip_code: code, end_reason: reason }: TestedCall): Step {
  if (code === null) {
    return bad('call', 'The trunk did not respond.', 'Check the host and port, and that no firewall blocks UDP.');
  }
  const remedy = 'Ask the provider what this refusal means.';
  return bad('call', `The trunk refused the call with ${code} (${reason}).`, remedy);
}

function unanswered({ end_reason: reason, sip_code: code }: TestedCall): Step {
  if (reason === 'busy') return bad('answered', 'The line was busy.', 'Hang up the other call, and try again.');
  if (reason === 'no_answer')
    return bad('answered', 'The call was not answered.', 'Try again, and answer when it rings.');
  if (reason === 'canceled') return bad('answered', 'The call was hung up before it was answered.', 'Try again.');
  const said = code === null ? '' : ` with ${code}`;
  return bad('answered', `It ended${said} (${reason}) before it was answered.`, 'Try again, and answer when it rings.');
}

function mediaSteps({ media_stats: stats }: TestedCall): Step[] {
  const received = stats?.packetsReceived ?? 0;
  const sent = stats?.packetsSent ?? 0;
  return [
    received > 0
      ? good('media_received', `${received} audio packets were received.`)
      : bad(
          'media_received',
          'No audio was received.',
          'PARLEY_PUBLIC_ADDRESS must be the address that the provider sees, and the firewall must allow UDP to PARLEY_RTP_PORTS. Audio from addresses other than the host needs inbound_addresses.',
        ),
    sent > 0
      ? good('media_sent', `${sent} audio packets were sent. Whether they arrived, you heard on your phone.`)
      : bad('media_sent', 'No audio was sent.', 'The trunk put the call on hold, or ended it too soon. Try again.'),
  ];
}
