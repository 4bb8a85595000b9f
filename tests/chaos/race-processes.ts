import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CalleeOptions, CalleeReport, CalleeRequest, PhoneCall } from './race-callee.ts';
import type { Asked, ClientOptions, ClientReport } from './race-client.ts';

const CALLEE = fileURLToPath(new URL('./race-callee.ts', import.meta.url));
const CLIENT = fileURLToPath(new URL('./race-client.ts', import.meta.url));

/** The phones of all callees. */
export class Callee {
  readonly #child: ChildProcess;
  readonly sipPort: number;

  private constructor(child: ChildProcess, sipPort: number) {
    this.#child = child;
    this.sipPort = sipPort;
  }

  static async start(options: CalleeOptions): Promise<Callee> {
    const child = fork(CALLEE, [JSON.stringify(options)]);
    const [ready] = (await once(child, 'message')) as [{ port: number }];
    return new Callee(child, ready.port);
  }

  /** For calls that come from now on. */
  change(options: Partial<CalleeOptions>): void {
    this.#ask({ ask: 'options', options });
  }

  /** Every call so far. */
  async calls(): Promise<PhoneCall[]> {
    const answer = once(this.#child, 'message');
    this.#ask({ ask: 'calls' });
    const [report] = (await answer) as [CalleeReport];
    return 'calls' in report ? report.calls : [];
  }

  async close(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#ask({ ask: 'close' });
    await exited;
  }

  #ask(request: CalleeRequest): void {
    this.#child.send(request);
  }
}

/** Runs one client to its end. */
export async function runClient(options: ClientOptions, onAsked: (asked: Asked[]) => void): Promise<void> {
  const child = fork(CLIENT, [JSON.stringify(options)]);
  let complete = false;
  child.on('message', ({ asked, last }: ClientReport) => {
    onAsked(asked);
    complete ||= last;
  });
  const [code] = await once(child, 'exit');
  if (!complete) throw new Error(`a client ended with ${code} before it had asked for everything`);
}
