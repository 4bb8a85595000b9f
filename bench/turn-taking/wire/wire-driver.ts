import { Pacer } from '@parley/rtp';
import { UserAgent } from '@parley/sip';
import { Account } from '../../../tests/specification/accounts.ts';
import { freePort } from '../../../tests/support/ports.ts';
import { Service } from '../../../tests/support/service.ts';
import type { CallPlan } from '../cases/test-case.ts';
import type { ProviderDelays } from '../fast-call.ts';
import type { FastTask } from '../fast-task.ts';
import { type CallScore, scoreCall } from '../scorer/score.ts';
import { writeWavs } from '../wav-files.ts';
import { aligned } from './alignment.ts';
import { type WireCall, WireLine } from './wire-line.ts';

export interface WireOptions {
  plans: readonly CallPlan[];
  delays: ProviderDelays;
  recognizer: FastTask['recognizer'];
  /** Calls at a time. */
  concurrency: number;
  wavDirectory: string | null;
  onCall: () => void;
}

/** Every call over SIP and RTP to a whole service, whose vendors are on loopback. A call that breaks is reported, and left out. */
export async function runWire({
  plans,
  delays,
  recognizer,
  concurrency,
  wavDirectory,
  onCall,
}: WireOptions): Promise<CallScore[]> {
  const trunkPort = await freePort();
  const service = await Service.start({ PARLEY_SIP_TRUNK: `127.0.0.1:${trunkPort}` });
  const userAgent = await UserAgent.start({
    host: '127.0.0.1',
    port: trunkPort,
    userAgentName: 'bench',
    onInvite: (call) => call.reject(486),
  });
  const pacer = new Pacer();
  const waiting = [...plans];
  const calls: WireCall[] = [];
  try {
    const account = await Account.first(service);
    const numbers = await availableNumbers(account, Math.min(concurrency, plans.length));
    await Promise.all(
      numbers.map(async (number, index) => {
        const line = await WireLine.open(account, index, number, recognizer);
        for (let plan = waiting.shift(); plan; plan = waiting.shift()) {
          calls.push(await line.call(plan, delays, userAgent, pacer));
          onCall();
        }
        await line.close();
      }),
    );
  } finally {
    pacer.close();
    await userAgent.close();
    await service.remove();
  }
  // Scoring takes seconds of a processor, in which no caller would speak.
  return Promise.all(calls.map((call) => scored(call, wavDirectory)));
}

async function scored(call: WireCall, wavDirectory: string | null): Promise<CallScore> {
  const found = { ...call, stimuli: aligned(call.stimuli, call.sent, call.caller) };
  const score = scoreCall(found);
  if (wavDirectory !== null) await writeWavs(wavDirectory, found, score.verdicts);
  return score;
}

const AREA_CODES = [415, 212, 312, 206, 617];

async function availableNumbers(account: Account, count: number): Promise<string[]> {
  const numbers: string[] = [];
  for (const areaCode of AREA_CODES) {
    const { body } = await account.request('GET', `/numbers/available?area_code=${areaCode}`);
    numbers.push(...body.data.map(({ phone_number }: { phone_number: string }) => phone_number));
  }
  return numbers.slice(0, count);
}
