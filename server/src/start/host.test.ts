import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { checkOnHost } from './host.ts';

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'parley-host-'));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** Any port will do, so that these tests stay clear of a service on this host. */
const anyPorts = { PORT: '0', PARLEY_SIP_PORT: '0', PARLEY_PHONE_PORT: '0' };
const check = (environment: Record<string, string>) =>
  checkOnHost(readConfig({ PARLEY_DATA_DIR: scratch, ...anyPorts, ...environment }));

async function refusal(environment: Record<string, string>): Promise<string> {
  const error = await check(environment).catch((reason) => reason);
  expect(error).toBeInstanceOf(ConfigError);
  return error.message;
}

describe('a data directory', () => {
  it('is there or can be made; looking changes nothing', async () => {
    await check({ PARLEY_DATA_DIR: scratch });
    await check({ PARLEY_DATA_DIR: path.join(scratch, 'a', 'b') });
    expect(await readdir(scratch)).toEqual([]);
  });

  it.each([
    ['a file', 'file', /file is a file/],
    ['below a file', 'file/below', /file is a file/],
    ['a link to nowhere', 'link', /it is a link to nowhere/],
    ['below a link to nowhere', 'link/below', /it is a link to nowhere/],
  ])('that is %s is refused', async (_, name, why) => {
    await writeFile(path.join(scratch, 'file'), 'mine');
    await symlink('/nowhere/parley', path.join(scratch, 'link')).catch(() => {});
    const PARLEY_DATA_DIR = path.join(scratch, name);
    const message = await refusal({ PARLEY_DATA_DIR });
    expect(message).toMatch('PARLEY_DATA_DIR: must be a directory that this user may write, or that can be made');
    expect(message).toMatch(why);
    expect(message).toContain(`(it is "${PARLEY_DATA_DIR}")`);
  });

  it('for recordings is one, too, and a fault of the data directory is reported once', async () => {
    await check({ PARLEY_RECORDINGS_DIR: path.join(scratch, 'shared', 'recordings') });
    await writeFile(path.join(scratch, 'file'), 'mine');
    const file = path.join(scratch, 'file');
    expect(await refusal({ PARLEY_RECORDINGS_DIR: file })).toMatch(
      /^The configuration is not right:\n {2}PARLEY_RECORDINGS_DIR: must be a directory .*file is a file \(it is ".*file"\)$/,
    );
    expect((await refusal({ PARLEY_DATA_DIR: file })).split('\n')).toHaveLength(2);
  });

  it.runIf(process.platform === 'linux').each(['/proc/parley', '/proc/parley/data', '/proc'])(
    'in which nothing can be made is refused at once: %s',
    async (PARLEY_DATA_DIR) => {
      expect(await refusal({ PARLEY_DATA_DIR })).toMatch(/PARLEY_DATA_DIR: must .*nothing can be made there \(E/);
    },
  );

  it('that is closed to this user is refused', async () => {
    const closed = path.join(scratch, 'closed');
    await mkdir(closed);
    await chmod(closed, 0o500);
    await chmod(scratch, 0o711);
    // Nothing is closed to root, so the test runs as another user for a moment.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid!(65_534);
    try {
      expect(await refusal({ PARLEY_DATA_DIR: closed })).toMatch(/PARLEY_DATA_DIR: must .*\(EACCES\)/);
    } finally {
      if (isRoot) process.seteuid!(0);
    }
  });
});

describe('an address', () => {
  it.each(['PARLEY_HOST', 'PARLEY_SIP_HOST'])('that this host does not have is refused: %s', async (name) => {
    const message = await refusal({ [name]: '192.0.2.1' });
    expect(message).toMatch(`\n  ${name}: must be an address of this host`);
    expect(message).toContain('(it is "192.0.2.1")');
  });

  it('whose name cannot be resolved is refused', async () => {
    expect(await refusal({ PARLEY_HOST: 'unknown.invalid' })).toMatch('\n  PARLEY_HOST: must be an address of this');
    const trunk = await refusal({ PARLEY_SIP_TRUNK: 'unknown.invalid:5060' });
    expect(trunk).toMatch('\n  PARLEY_SIP_TRUNK: must be host:port of a SIP trunk, and its host is not found');
  });

  it.each([
    [{ PARLEY_SIP_TRUNK: '127.0.0.1:45060' }],
    [{ PARLEY_SIP_TRUNK: 'localhost:45060' }],
    [{ PARLEY_SIP_TRUNK: '127.0.0.1:45060', PARLEY_SIP_HOST: '0.0.0.0', PARLEY_PUBLIC_ADDRESS: '192.0.2.1' }],
    [{ PARLEY_SIP_TRUNK: '192.0.2.1:45060', PARLEY_PUBLIC_ADDRESS: '192.0.2.1' }],
    [{ PARLEY_SIP_TRUNK: '[0:0::1]:45060', PARLEY_SIP_HOST_IPV6: '::1' }],
  ])('that is our own is no trunk: %o', async (environment) => {
    const message = await refusal({ ...environment, PARLEY_SIP_PORT: '45060' });
    expect(message).toMatch('\n  PARLEY_SIP_TRUNK: must be host:port of a SIP trunk, and this is where Parley itself');
    await check({ ...environment, PARLEY_SIP_PORT: '45061' });
  });

  it('at IPv6 wants an address of ours there', async () => {
    const message = await refusal({ PARLEY_SIP_TRUNK: '[::1]:45060' });
    expect(message).toMatch(
      '\n  PARLEY_SIP_TRUNK: is an address of IPv6, at which Parley is where PARLEY_SIP_HOST_IPV6',
    );
  });

  it('whose port is taken at the moment is none of its business', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    await check({ PORT: String((server.address() as net.AddressInfo).port), PARLEY_SIP_TRUNK: 'localhost:5060' });
    await new Promise((resolve) => server.close(resolve));
  });
});
