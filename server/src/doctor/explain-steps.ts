import type { DiagnosisFinding, TrunkTestStep } from '@parley/contract';

/** What the doctor finds that says why a step of a test call failed. */
const findingsOf: Partial<Record<TrunkTestStep['name'], readonly DiagnosisFinding['code'][]>> = {
  call: [
    'not_connected',
    ...(['credentials_wanted', 'credentials_wrong', 'caller_refused', 'number_unknown', 'number_incomplete'] as const),
    ...(['media_refused', 'offer_refused', 'carrier_unavailable', 'redirected', 'call_refused'] as const),
    ...(['no_response', 'no_final_response'] as const),
  ],
  answered: ['answer_refused'],
  media_received: [
    ...(['own_address_private', 'peer_address_private', 'sound_unreadable', 'codec_not_agreed'] as const),
    ...(['sound_from_elsewhere', 'no_sound_received'] as const),
  ],
  media_sent: ['peer_address_private', 'no_sound_sent', 'remote_packets_lost'],
};

/**
 * The steps of a test call in the doctor's words where something was wrong: what was refused, and where the audio was
 * lost. Findings come with causes first, so that a private address comes before the silence that follows from it.
 */
export function explainSteps(steps: readonly TrunkTestStep[], findings: readonly DiagnosisFinding[]): TrunkTestStep[] {
  return steps.map((step) => {
    const finding = findings.find(
      ({ code, severity }) => severity === 'error' && findingsOf[step.name]?.includes(code) === true,
    );
    // A trunk that took a call on did its part, whatever became of it; audio that came may still be lost next time.
    if (!finding || (step.ok && step.name === 'call')) return step.ok ? withNote(step, findings) : step;
    // That there was no audio is what the finding says as well.
    const isSaid = step.ok || step.name.startsWith('media_');
    const detail = isSaid ? finding.what : `${step.detail} ${finding.what}`;
    return { ...step, ok: false, detail, remedy: finding.remedy };
  });
}

/** Audio that was sent may not have arrived: nothing says that it has. */
function withNote(step: TrunkTestStep, findings: readonly DiagnosisFinding[]): TrunkTestStep {
  const note = step.name === 'media_sent' && findings.find(({ code }) => code === 'sound_unreported');
  return note ? { ...step, detail: `${step.detail} ${note.what}` } : step;
}
