import type { CallerIdentity, CallSignature } from '@parley/contract';
import { formatPhone } from '../../../format/phone.ts';

type Fact = readonly [name: string, value: string];

/** What the trunk reports of the caller and of the call's route, as names and values; each name is there once. */
export function callerFacts({
  asserted,
  name,
  privacy,
  diverted_from: diversions,
  history,
  stir,
}: CallerIdentity): Fact[] {
  return [
    ...(asserted === null ? [] : [['Number', numberWords(asserted)] as const]),
    ...(name === null ? [] : [['Name', name] as const]),
    ...(privacy.length === 0 ? [] : [['Privacy', privacy.join(', ')] as const]),
    ...diversions.map((diversion, place): Fact => [forwardedFrom(place), diversionWords(diversion)]),
    ...history.map((entry): Fact => [`Way ${entry.index}`, historyWords(entry)]),
    ...(stir === null ? [] : [['Signature', signatureWords(stir)] as const]),
  ];
}

const forwardedFrom = (place: number) => (place === 0 ? 'Forwarded from' : `Forwarded before (${place})`);

function diversionWords({ number, reason, times }: CallerIdentity['diverted_from'][number]): string {
  const details = [...(reason === null ? [] : [reason]), ...(times > 1 ? [`${times} times`] : [])];
  return withDetails(numberWords(number), details);
}

function historyWords({ number, cause }: CallerIdentity['history'][number]): string {
  return withDetails(numberWords(number), cause === null ? [] : [String(cause)]);
}

const withDetails = (text: string, details: string[]) =>
  details.length === 0 ? text : `${text} (${details.join(', ')})`;

function signatureWords({ attestation, verdict, reason, provider_code: provider }: CallSignature): string {
  const details = [
    ...(attestation === null ? [] : [`attestation ${attestation}`]),
    ...(provider === null ? [] : [`of ${provider}`]),
  ];
  return withDetails(verdict, details) + (reason === null ? '' : `: ${reason}`);
}

/** What is no number is shown as it is. */
function numberWords(number: string | null): string {
  if (number === null) return 'withheld';
  return number.startsWith('+') ? formatPhone(number) : number;
}
