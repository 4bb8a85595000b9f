import type { CallDiagnosis, DiagnosisFinding } from '@parley/contract';
import type { CallFacts } from './facts.ts';
import { type Finding, percent, type Rules, seconds } from './finding.ts';
import { addresses } from './rules/addresses.ts';
import { answer } from './rules/answer.ts';
import { authentication } from './rules/authentication.ts';
import { carrierFault } from './rules/carrier-fault.ts';
import { connection } from './rules/connection.ts';
import { farSound, isUnreported } from './rules/far-sound.ts';
import { keys } from './rules/keys.ts';
import { noAnswer } from './rules/no-answer.ts';
import { refusals } from './rules/refusals.ts';
import { ends, session } from './rules/session.ts';
import { sound } from './rules/sound.ts';
import { transfers } from './rules/transfers.ts';

/** Causes come before what follows from them. */
const families: readonly Rules[] = [
  connection,
  authentication,
  refusals,
  answer,
  noAnswer,
  addresses,
  sound,
  farSound,
  session,
  ends,
  transfers,
  keys,
];

const order: readonly Finding['severity'][] = ['error', 'warning', 'info'];
const healthOf = { error: 'bad', warning: 'impaired', info: 'good' } as const;

/** What is to be said of a call that is over: pure, from what is known of it. */
export function diagnose(facts: CallFacts): Pick<CallDiagnosis, 'health' | 'verdict' | 'findings'> {
  const byRules = families.flatMap((rules) => rules(facts));
  const found = [...byRules, ...carrierFault(facts, byRules)];
  const findings = order
    .flatMap((severity) => found.filter((finding) => finding.severity === severity))
    .map((finding) => ({ ...finding, leg: finding.leg ?? null }));
  const [gravest] = findings;
  if (!gravest && facts.legs.length === 0 && facts.media === null) {
    return { health: 'unknown', verdict: 'Nothing of the signalling and the audio of this call is kept.', findings };
  }
  const health = gravest ? healthOf[gravest.severity] : 'good';
  return { health, verdict: verdictOf(facts, findings), findings };
}

function verdictOf(facts: CallFacts, findings: readonly DiagnosisFinding[]): string {
  const grave = findings.filter(({ severity }) => severity !== 'info');
  const [first] = grave;
  if (first) {
    const others = grave.length - 1;
    if (others === 0) return first.what;
    return `${first.what} There ${others === 1 ? 'is 1 more finding' : `are ${others} more findings`}.`;
  }
  if (!facts.isAnswered) return findings[0]?.what ?? 'The call was not answered. Nothing is wrong with its signalling.';
  const { media } = facts;
  // A person who heard nothing had no good call.
  if (media && isUnreported(media)) return soundWords(facts).trim();
  return `This was a good call.${soundWords(facts)}`;
}

function soundWords({ media, talkMs }: CallFacts): string {
  if (media === null || talkMs === null) return '';
  const { packetsReceived, packetsLost, jitterMs, mos } = media;
  const expected = packetsReceived + packetsLost;
  if (expected === 0) return ' It was too short for a word about its audio.';
  const went = isUnreported(media) ? 'Audio came from there' : 'Audio went both ways';
  return ` ${went} for ${seconds(talkMs)}: ${percent(packetsLost / expected)} lost, jitter ${jitterMs.toFixed(0)} ms, MOS ${mos.toFixed(1)}.${isUnreported(media) ? UNREPORTED : ''}`;
}

const UNREPORTED = ' Whether ours arrived there is open: its reports say nothing of it.';
