import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { lstat, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readArguments } from '../../server/src/cli/arguments.ts';
import { commands } from '../../server/src/cli/commands.ts';
import { help } from '../../server/src/cli/usage.ts';
import { connectDatabase, findRunningDatabase } from '../../server/src/db/index.ts';
import { Service } from '../support/service.ts';

const root = path.resolve(import.meta.dirname, '../..');
let service: Service;
let accountId: string;
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'parley-command-line-'));
  service = await Service.start();
  accountId = (await json('accounts', 'list')).data[0].account_id;
});

afterAll(async () => {
  await service?.remove();
  await rm(scratch, { recursive: true, force: true });
});

/** The tool as a person has it before them. */
class Run {
  out = '';
  err = '';
  readonly child: ChildProcess;
  readonly #closed: Promise<unknown[]>;
  #said = Promise.withResolvers<void>();

  constructor(words: string[], environment: Record<string, string> = {}) {
    const env = { ...process.env, ...service.environment, ...environment };
    this.child = spawn(process.execPath, ['server/src/cli/main.ts', ...words], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout!.on('data', (data: Buffer) => {
      this.out += data.toString();
      this.#said.resolve();
      this.#said = Promise.withResolvers<void>();
    });
    this.child.stderr!.on('data', (data: Buffer) => {
      this.err += data.toString();
    });
    this.#closed = once(this.child, 'close');
  }

  async says(text: RegExp): Promise<string> {
    for (;;) {
      const found = text.exec(this.out);
      if (found) return found[0];
      const end = await Promise.race([this.#said.promise, this.#closed]);
      if (end) throw new Error(`it ended without ${text}:\n${this.out}${this.err}`);
    }
  }

  async end(): Promise<{ code: number; out: string; err: string }> {
    const [code] = await this.#closed;
    return { code: code as number, out: this.out, err: this.err };
  }
}

const parley = (words: string[], environment?: Record<string, string>) => new Run(words, environment).end();

/** The document of a command that goes well. */
async function json(...words: string[]): Promise<any> {
  const { code, out, err } = await parley([...words, '--json']);
  if (code !== 0) throw new Error(`parley ${words.join(' ')} ended with ${code}: ${err}${out}`);
  return JSON.parse(out);
}

describe('from an account to a call', () => {
  test('an account has a key and a number that is rung by others', async () => {
    const made = await json('accounts', 'create', '--name', 'Acme', '--plan', 'growth');
    expect(made).toEqual({
      account_id: expect.stringMatching(/^account_/),
      key_id: expect.stringMatching(/^key_/),
      api_key: expect.stringMatching(/^vk_live_/),
      phone: expect.stringMatching(/^\+120255501\d\d$/),
    });
    const { body } = await service.request('GET', '/agents', { key: made.api_key });
    expect(body.data.map((agent: any) => agent.phone_number)).toContain(made.phone);

    const key = await json('keys', 'create', '--account', made.account_id, '--permissions', 'agents:read');
    expect(Object.keys(key)).toEqual(['key_id', 'api_key']);
    expect((await service.request('GET', '/calls', { key: key.api_key })).status).toBe(403);

    const changed = await json('accounts', 'set-plan', made.account_id, 'business');
    expect(changed).toMatchObject({ plan: 'business', calls_per_minute: 200, concurrent_calls: 10 });
  });

  test('an agent of a file makes a call, which is watched to its end', async () => {
    const file = path.join(scratch, 'agent.json');
    await writeFile(file, JSON.stringify({ name: 'Watched', prompt: 'Say hello.' }));
    const agent = await json('agents', 'create', '--account', accountId, '--file', file);
    expect(agent).toMatchObject({ agent_id: expect.stringMatching(/^agent_/), name: 'Watched' });
    const { code, out } = await parley(['call', '+12025550102', '--agent', 'watched', '--watch']);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^· call_\w+ \(simulated\)\n· dialing\n(· ringing\n)?· ended \(busy\)\nStatus {5}failed \(busy\)/,
    );
    expect(out).toMatch(/^To find out why: npm run -s parley -- doctor call_\w+$/m);
  });

  test('without --watch it prints the response of the interface, and the call is taken up', async () => {
    const call = await json('call', '+12025550105');
    expect(call).toEqual({
      call_id: expect.stringMatching(/^call_/),
      status: 'initiated',
      agent_id: expect.stringMatching(/^agent_/),
      recipient_phone: '+12025550105',
      created_at: expect.any(Number),
    });
    expect((await service.callOver(call.call_id)).end_reason).toBe('rejected');
  });

  test('Ctrl-C ends the watching; the call goes on until it is hung up', async () => {
    const watching = new Run(['call', '+12025550101', '--watch']);
    await watching.says(/· talking/);
    const callId = await watching.says(/call_\w+/);
    watching.child.kill('SIGINT');
    const { code, out } = await watching.end();
    expect(code).toBe(130);
    expect(out).toMatch(`The call continues. To hang up: npm run -s parley -- hangup ${callId}\n`);
    expect((await service.request('GET', `/calls/${callId}`)).body.status).toBe('active');

    expect((await json('hangup', callId)).call_id).toBe(callId);
    expect((await service.callOver(callId)).ended_by).toBe('system');
    expect((await parley(['hangup', callId])).out).toBe(`${callId} was over already.\n`);
  });
});

test('what the service keeps on disk is closed to other users of the host', async () => {
  const { dataDir } = service.address;
  const open: string[] = [];
  for (const name of ['.', ...(await readdir(dataDir, { recursive: true }))]) {
    // PostgreSQL's programs are no secret, and temporary files may be gone by now.
    if (name.startsWith('postgres/binaries-')) continue;
    const stats = await lstat(path.join(dataDir, name)).catch(() => null);
    // As root, PostgreSQL's own group may pass through two directories.
    if (stats && !stats.isSymbolicLink() && (stats.mode & 0o067) !== 0) open.push(name);
  }
  expect(open).toEqual([]);
});

describe('what is wrong', () => {
  const newKey = ['keys', 'create', '--account', 'x', '--permissions', 'calls:read'];

  test.concurrent.each([
    [
      ['call'],
      'invalid_request',
      'number',
      /^NUMBER \(a phone number such as \+12025550101\) is missing\. Usage: parley/,
    ],
    [['call', '12345'], 'invalid_request', 'recipient_phone', /^12345 is not a phone number: it must be in E\.164/],
    [['call', '+12025550101', 'now'], 'invalid_request', undefined, /^"now" is too much\. Usage: parley call NUMBER/],
    [['call', '+12025550101', '--agent', 'x'], 'not_found', 'agent', /^There is no agent x/],
    [['call', '+12025550101', '--variables', '{'], 'invalid_request', 'variables', /must be a JSON object/],
    [
      ['call', '+12025550101', '--from', '+12025550199'],
      'unprocessable',
      'from_number',
      /not a number of this account/,
    ],
    [['hangup', 'call_x'], 'not_found', 'call', /^There is no call call_x/],
    [['accounts', 'create', '--name', 'A'], 'invalid_request', 'plan', /^--plan PLAN \(starter, growth, business, ent/],
    [['accounts', 'create', '--plan', '--name', 'A'], 'invalid_request', 'plan', /^--plan is without its PLAN/],
    [
      ['accounts', 'set-plan', 'x'],
      'invalid_request',
      'plan',
      /^PLAN \(starter, growth, business, enterprise\) is miss/,
    ],
    [['accounts', 'set-plan', 'x', 'gold'], 'invalid_request', 'plan', /^gold is not a plan; starter, growth/],
    [['accounts', 'set-plan', 'x', 'growth'], 'not_found', 'account', /^There is no account x/],
    [['accounts', 'list', 'all'], 'invalid_request', undefined, /^"all" is too much/],
    [['keys', 'rotate'], 'invalid_request', 'key', /^KEY is missing\. Usage: parley keys rotate KEY/],
    [['keys', 'rotate', 'key_x'], 'not_found', 'key', /^There is no valid key key_x/],
    [[...newKey, '--expires-in', '-5'], 'invalid_request', 'expires-in', /^--expires-in takes .* at least 1, not -5/],
    [[...newKey, '--expires-in', '0'], 'invalid_request', 'expires-in', /^--expires-in takes .* at least 1, not 0/],
    [[...newKey, '--expires-in', '--json'], 'invalid_request', 'expires-in', /^--expires-in is without its SECONDS/],
    [
      ['keys', 'rotate', 'x', '--overlap', '-1'],
      'invalid_request',
      'overlap',
      /^--overlap takes .* at least 0, not -1/,
    ],
    [['keys', 'revoke', 'key_x'], 'not_found', 'key', /^There is no key key_x/],
    [['keys', 'list', '--account', 'unknown'], 'not_found', 'account', /^There is no account unknown/],
    [['keys', 'list', '--plan', 'growth'], 'invalid_request', 'plan', /^--plan is not an option of "keys list"/],
    [['keys', 'list', '--account', 'a', '--account', 'b'], 'invalid_request', 'account', /^--account is given twice/],
    [['agents', 'list', '--account', 'unknown'], 'not_found', 'account', /^There is no account unknown/],
    [
      ['accounts', 'remove'],
      'invalid_request',
      undefined,
      /not a command: there are accounts create, accounts list, acc/,
    ],
    [['--frob'], 'invalid_request', undefined, /^A command is missing/],
  ])('is one JSON document with --json: %j', async (words, code, param, message) => {
    const run = await parley([...words, '--json']);
    expect(run.code).toBe(1);
    expect(run.err).toBe('');
    const { error, ...rest } = JSON.parse(run.out);
    expect(rest).toEqual({});
    expect(error).toEqual({ code, message: expect.stringMatching(message), ...(param === undefined ? {} : { param }) });
  });

  test('is one line on standard error without it', async () => {
    expect(await parley(['keys', 'list', '--account', 'unknown'])).toEqual({
      code: 1,
      out: '',
      err: 'parley: There is no account unknown. "accounts list" shows them.\n',
    });
  });

  test('with the configuration names the variable', async () => {
    const { code, out } = await parley(['keys', 'list', '--json'], { DATABASE_URL: 'x' });
    expect(code).toBe(1);
    expect(JSON.parse(out).error).toMatchObject({ code: 'invalid_request', param: 'DATABASE_URL' });
  });
});

describe('what is explained', () => {
  test.concurrent.each([['--help'], ['help'], ['-h']])('%s: all commands, plans and permissions', async (word) => {
    const { code, out } = await parley([word]);
    expect(code).toBe(0);
    for (const name of ['starter', 'growth', 'business', 'enterprise', 'calls:read', 'webhooks:write', 'hangup CALL']) {
      expect(out).toContain(name);
    }
  });

  test.concurrent.each([
    ['call', '--help'],
    ['call', '+12025550101', '-h'],
    ['help', 'call'],
  ])('one command with its options: %s %s', async (...words) => {
    const { code, out } = await parley(words);
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}call NUMBER \[--agent ID\|NAME\]/);
    expect(out).toMatch(/^ {2}--watch +show the call live/m);
    expect(out).not.toContain('accounts');
  });

  test('every command by itself', async () => {
    for (const { name } of commands) {
      const { command, wantsHelp } = readArguments(commands, [...name.split(' '), '--help']);
      expect([command?.name, wantsHelp]).toEqual([name, true]);
      expect(help([command!])).toMatch(`  ${name}`);
    }
  });

  test('the commands that begin with a word', async () => {
    const { out } = await parley(['keys', '--help']);
    expect(out.match(/^ {2}keys \w+/gm)).toEqual(['  keys create', '  keys list', '  keys rotate', '  keys revoke']);
  });

  test('--version tells the version, wherever it is', async () => {
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    expect(await parley(['--version'], { PARLEY_DATA_DIR: scratch })).toEqual({
      code: 0,
      out: `${version}\n`,
      err: '',
    });
  });
});

describe('the running service', () => {
  // What another shell would have, or lack.
  const others = { PORT: 'x', PUBLIC_URL: 'https://elsewhere.example', PARLEY_SIP_TRUNK: '192.0.2.1:5060' };

  test('says where it is reached and whom it rings, not the environment of the command', async () => {
    const placed = await parley(['call', '+493012345678', '--json'], others);
    const { call_id: callId } = JSON.parse(placed.out);
    expect((await service.request('GET', `/calls/${callId}`)).body.simulated).toBe(true);
    const { origin } = new URL(service.baseUrl);
    await service.callWhen(callId, (call) => call.status === 'active');
    await parley(['hangup', callId], others);
    await service.callOver(callId);
    const again = JSON.parse((await parley(['hangup', callId, '--json'], others)).out);
    expect(new URL(again.recording_url).origin).toBe(origin);

    const PARLEY_CONCURRENT_CALLS = '7';
    const { account_id: id } = (await json('accounts', 'create', '--name', 'E', '--plan', 'starter')) as any;
    const changed = await parley(['accounts', 'set-plan', id, 'enterprise'], { ...others, PARLEY_CONCURRENT_CALLS });
    expect(changed.out).toMatch(/1000 calls a minute, 100 at once/);
  });

  test('prints no key that it was given', () => {
    expect(service.output).toContain('API key        the one in PARLEY_API_KEY');
    expect(service.output).not.toContain(service.apiKey);
  });

  test('alone brings its database up to date: what only reads changes nothing', async () => {
    const db = await connectDatabase((await findRunningDatabase(service.address.dataDir))!, { poolSize: 1 });
    try {
      const [last] = await db.query<{ number: number; name: string; checksum: string }>(
        'delete from schema_migrations where number = (select max(number) from schema_migrations) returning *',
      );
      for (const words of [
        ['accounts', 'list'],
        ['keys', 'list'],
        ['agents', 'list'],
      ]) {
        const { error } = JSON.parse((await parley([...words, '--json'])).out);
        expect(error).toMatchObject({ code: 'unprocessable', message: expect.stringContaining(last!.name) });
      }
      expect(await db.query('select from schema_migrations where number = $1', [last!.number])).toEqual([]);
      const { number, name, checksum } = last!;
      await db.query('insert into schema_migrations values ($1, $2, $3)', [number, name, checksum]);
    } finally {
      await db.close();
    }
  });
});

describe('the examples', () => {
  function example(name: string, environment: Record<string, string>) {
    const env = { ...process.env, PARLEY_BASE_URL: service.baseUrl, ...environment };
    return promisify(execFile)(process.execPath, [`examples/${name}.ts`], { cwd: root, env }).then(
      () => expect.unreachable('it succeeded'),
      ({ code, stderr }) => ({ code, stderr }),
    );
  }

  test.each(['place-call', 'batch-from-csv', 'receive-webhooks'])('%s without a key says so', async (name) => {
    expect(await example(name, { PARLEY_API_KEY: '' })).toEqual({
      code: 1,
      stderr: 'PARLEY_API_KEY is missing: the key that the service printed at its first start.\n',
    });
  });

  test('receive-webhooks says which permission its private address needs', async () => {
    const { code, stderr } = await example('receive-webhooks', { PARLEY_API_KEY: service.apiKey });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^unprocessable: .*PARLEY_ALLOW_PRIVATE_WEBHOOKS=true\.\n$/);
  });
});

describe('where there is no data of Parley', () => {
  test.each([[['accounts', 'list']], [['accounts', 'create', '--name', 'A', '--plan', 'growth']]])(
    'nothing is made: %j',
    async (words) => {
      const PARLEY_DATA_DIR = path.join(scratch, 'nothing');
      const { code, out } = await parley([...words, '--json'], { PARLEY_DATA_DIR });
      expect(code).toBe(1);
      expect(JSON.parse(out).error).toMatchObject({ code: 'not_found', param: 'PARLEY_DATA_DIR' });
      expect(existsSync(PARLEY_DATA_DIR)).toBe(false);
    },
  );

  test('a file in its place is none either', async () => {
    const PARLEY_DATA_DIR = path.join(scratch, 'file');
    await writeFile(PARLEY_DATA_DIR, '');
    expect((await parley(['accounts', 'list'], { PARLEY_DATA_DIR })).err).toMatch(
      /^parley: There is no data of Parley/,
    );
  });

  test('a database of other software stays as it is', async () => {
    const { host } = (await findRunningDatabase(service.address.dataDir))!;
    const DATABASE_URL = `postgresql://parley@/postgres?host=${encodeURIComponent(host)}`;
    for (let again = 0; again < 2; again += 1) {
      const { out } = await parley(['accounts', 'list', '--json'], { DATABASE_URL });
      expect(JSON.parse(out).error).toMatchObject({ code: 'not_found', param: 'DATABASE_URL' });
    }
  });
});

describe('where no service is running', () => {
  test('a call is refused; the data can be read', async () => {
    await service.stop();
    const { code, out } = await parley(['call', '+12025550101', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(out).error).toMatchObject({
      code: 'unprocessable',
      message: expect.stringMatching(/^No service is running on the data in .* Start it with npm start/),
    });
    expect((await json('accounts', 'list')).data[0].account_id).toBe(accountId);
    await service.start();
  });

  test('a call that is not taken up is canceled, and is not dialled at the next start', async () => {
    // PostgreSQL outlives a service that was killed, so that only waiting shows that no service runs.
    await service.stop('SIGKILL');
    const { code, out } = await parley(['call', '+12025550101', '--json']);
    expect(code).toBe(1);
    const { error } = JSON.parse(out);
    expect(error).toMatchObject({
      code: 'unprocessable',
      message: expect.stringMatching(/is canceled and no phone rings/),
    });
    await service.start();
    const callId = /call_\w+/.exec(error.message)![0];
    const call = await service.callOver(callId);
    expect(call).toMatchObject({ status: 'failed', end_reason: 'canceled', sip_code: null, answered_at: null });
  });

  test('Ctrl-C before the call is taken up cancels it', async () => {
    await service.stop('SIGKILL');
    const watching = new Run(['call', '+12025550101', '--watch']);
    const callId = await watching.says(/call_\w+/);
    watching.child.kill('SIGINT');
    const { code, out } = await watching.end();
    expect(code).toBe(130);
    expect(out).toContain(`${callId} is canceled: it had not been dialled yet.`);
    await service.start();
    expect((await service.callOver(callId)).end_reason).toBe('canceled');
  });
});
