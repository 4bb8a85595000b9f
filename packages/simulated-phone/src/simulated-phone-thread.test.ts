import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PhoneEvent } from './phone-event.ts';
import { PhoneStartError, startSimulatedPhoneThread } from './simulated-phone-thread.ts';
import { Caller } from './testing/caller.ts';

const host = '127.0.0.1';
let caller: Caller;

beforeAll(async () => {
  caller = await Caller.start();
});

afterAll(() => caller.close());

/** Of those of this process (proc(5): the 19th field of `stat`, the 17th behind the name). */
const nicenessOfThreads = (): number[] =>
  readdirSync('/proc/self/task').map((id) => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });

describe.concurrent('startSimulatedPhoneThread', () => {
  it('is the phone, by messages', async () => {
    const events: PhoneEvent[] = [];
    const phone = await startSimulatedPhoneThread({ host, port: 0, onEvent: (event) => events.push(event) });
    const leg = await caller.call(phone.port, '+12025550110');
    await leg.untilAnswered();
    await leg.until('the news of it', () => phone.calls.live === 1);
    await phone.close();
    await phone.close();
    await leg.untilOver();
    expect(leg.end).toMatchObject({ by: 'remote', cause: { kind: 'bye' } });
    expect(events.map(({ type }) => type)).toEqual(['rang', 'answered', 'ended']);
    expect(events[0]).toMatchObject({ callId: leg.call.callId, number: '+12025550110', persona: 'silent' });
    expect(phone.calls).toEqual({ ringing: 0, live: 0, total: 1, maxLive: 1 });
  });

  it('sends its audio ahead of what computes, where the system lets it', async () => {
    const phone = await startSimulatedPhoneThread({ host, port: 0 });
    const preferred = Number(execFileSync('nice', ['-n', '-10', 'nice'], { stdio: ['ignore', 'pipe', 'ignore'] }));
    const usual = getPriority(process.pid);
    expect(nicenessOfThreads()).toContain(preferred < usual ? Math.min(usual, -10) : usual);
    await phone.close();
  });

  it('says when its port is taken', async () => {
    const phone = await startSimulatedPhoneThread({ host, port: 0 });
    const second = startSimulatedPhoneThread({ host, port: phone.port });
    await expect(second).rejects.toThrow(PhoneStartError);
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await phone.close();
  });
});

describe.concurrent('main', () => {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));

  function run(...args: string[]): { child: ChildProcess; lines: AsyncIterator<string>; errors: string[] } {
    const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const errors: string[] = [];
    child.stderr!.on('data', (text: Buffer) => errors.push(text.toString()));
    return { child, errors, lines: createInterface({ input: child.stdout! })[Symbol.asyncIterator]() };
  }

  it('prints a JSON line for each event and ends its calls when it is terminated', async () => {
    const { child, lines } = run('--port', '0', '--json');
    const nextLine = async () => JSON.parse((await lines.next()).value as string);
    const { port, ...rest } = await nextLine();
    expect(rest).toEqual({ type: 'listening', host });
    const leg = await caller.call(port, '+12025550103');
    expect(await nextLine()).toMatchObject({ type: 'rang', persona: 'no-answer', callId: leg.call.callId });
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    await leg.untilOver();
    expect(leg.end?.cause).toMatchObject({ kind: 'rejected', status: 480 });
    expect(await nextLine()).toMatchObject({ type: 'ended', by: 'local' });
  });

  it.each([
    [['--port', 'seven'], 'seven is not a port'],
    [['--ports', '7'], 'usage:'],
  ])('refuses %j', async (args, message) => {
    const { child, errors } = run(...args);
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    expect(errors.join('')).toContain(message);
  });
});
