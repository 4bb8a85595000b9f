import { parseArgs } from 'node:util';
import type { PhoneEvent } from './phone-event.ts';
import { SimulatedPhone } from './simulated-phone.ts';

const USAGE = 'usage: node packages/simulated-phone/src/main.ts [--host 127.0.0.1] [--port 5070] [--json]';

/** A line for people. */
function describe(event: PhoneEvent): string {
  const call = `${event.number} (${event.persona})`;
  switch (event.type) {
    case 'rang':
      return `${call} rings`;
    case 'answered':
      return `${call} has answered`;
    case 'said':
      return `${call} said "${event.text}"${event.whole ? '' : ' and broke off'}`;
    case 'beeped':
      return `${call} beeped`;
    case 'digit':
      return `${call} heard the key ${event.digit}`;
    case 'transfer':
      return `${call} is asked to go to ${event.target}: ${event.status}`;
    case 'failed':
      return `${call}: ${event.message}`;
    case 'ended':
      return `${call} is over: ${event.cause.kind} (${event.by})`;
  }
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '5070' },
      json: { type: 'boolean', default: false },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new RangeError(`${values.port} is not a port`);
  return { host: values.host, port, json: values.json };
}

function fail(error: unknown, hint = ''): never {
  process.stderr.write(`simulated phone: ${error instanceof Error ? error.message : String(error)}\n${hint}`);
  process.exit(1);
}

let options: ReturnType<typeof readOptions>;
try {
  options = readOptions();
} catch (error) {
  fail(error, `${USAGE}\n`);
}
const { host, json } = options;
const print = (line: string) => process.stdout.write(`${line}\n`);

const phone = await SimulatedPhone.start({
  host,
  port: options.port,
  onEvent: (event) => print(json ? JSON.stringify(event) : describe(event)),
}).catch((error: unknown) => fail(error));
print(
  json
    ? JSON.stringify({ type: 'listening', host, port: phone.port })
    : `the simulated phone listens on ${host}:${phone.port}`,
);

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void phone.close());
