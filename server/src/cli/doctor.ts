import type { CallDiagnosis, MediaLeg } from '@parley/contract';
import { readDiagnosis } from '../doctor/call-diagnosis.ts';
import type { RunCommand } from './command.ts';
import { CommandError } from './command-error.ts';

/** What was wrong with the line of a call, with what it follows from. */
export const examineCall: RunCommand = async ({ db, words }) => {
  const [callId = ''] = words;
  const [call] = await db.query<{ account_id: string }>('select account_id from calls where call_id = $1', [callId]);
  const diagnosis = call && (await readDiagnosis(db, call.account_id, callId));
  if (!diagnosis) throw new CommandError('not_found', `There is no call ${callId}.`, 'call');
  return { json: diagnosis, text: textOf(diagnosis), exitCode: diagnosis.health === 'bad' ? 1 : 0 };
};

function textOf({ verdict, findings, ladder, media }: CallDiagnosis): string {
  const startS = ladder[0]?.at ?? 0;
  const found = findings.map(({ severity, code, what, evidence, remedy }) =>
    [`${severity.padEnd(8)} ${code}: ${what}`, `         Evidence: ${evidence}`, `         What to do: ${remedy}`].join(
      '\n',
    ),
  );
  const isOneLeg = ladder.every(({ leg }) => leg === 0);
  const steps = ladder.map(({ leg, at, direction, start_line: line, peer, repeated, unsent }) => {
    const time = `${isOneLeg ? '' : `leg ${leg} `}${`+${(at - startS).toFixed(3)} s`.padStart(12)}`;
    const times = repeated === 0 ? '' : `  (${repeated + 1} times)`;
    if (unsent !== null) return `${time}  -x ${peer}  ${line}  (not sent: ${unsent})`;
    return `${time}  ${direction === 'sent' ? `-> ${peer}` : `<- ${peer}`}  ${line}${times}`;
  });
  return [verdict, ...found, steps.join('\n'), media.map(soundOf).join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

function soundOf(leg: MediaLeg): string {
  const { packets_sent: sent, packets_received: received, packets_lost: lost, jitter_ms: jitterMs, mos, rtp } = leg;
  const recovered = leg.recovered_frames === 0 ? '' : ` (${leg.recovered_frames} frames recovered)`;
  const places = rtp ? `\nagreed with ${rtp.agreed_address ?? '-'}, came from ${rtp.source_address ?? '-'}` : '';
  const name = leg.leg === 0 ? 'Audio' : `Audio of leg ${leg.leg}`;
  // Of nothing there is neither jitter nor quality.
  const quality =
    received === 0 ? '' : `, ${lost} lost${recovered}; jitter ${jitterMs.toFixed(1)} ms, MOS ${mos.toFixed(1)}`;
  return `${name}: ${sent} packets sent, ${received} received${quality}${places}`;
}
