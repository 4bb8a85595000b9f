// The synthesizer of `npm run bench:turn-taking -- --set newcomers`: SVOX Pico (Apache-2.0). Debian has it in non-free, since its voices
// come without what they were made of; few hosts have that among their sources.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const POOL = 'http://deb.debian.org/debian/pool/non-free/s/svox/';
const PACKAGES = {
  'libttspico0_1.0+git20130326-13_amd64.deb': 'fc9e4dbc664a7756ae73e83633d9987e6b0f2fd5248f04def8beb8de6df2cd02',
  'libttspico-data_1.0+git20130326-13_all.deb': '25c9904cef2471302634c03deff3ca96b588e22ea94929dda72d940584a3b84a',
  'libttspico-utils_1.0+git20130326-13_amd64.deb': '9a5a3a1a19546c48c698e1e224db47a548786da77e67f559496b7167861b261b',
};

async function fetched(name, directory) {
  const response = await fetch(POOL + encodeURIComponent(name));
  if (!response.ok) throw new Error(`${response.status} for ${POOL}${name}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (createHash('sha256').update(bytes).digest('hex') !== PACKAGES[name]) throw new Error(`${name} is another file`);
  const file = path.join(directory, name);
  writeFileSync(file, bytes);
  return file;
}

/** Null when it is there; else why it is not. */
export async function installPico() {
  if (existsSync('/usr/bin/pico2wave')) return null;
  if (process.getuid?.() !== 0 || process.arch !== 'x64') return 'only root can install it, on an x64 host';
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-pico-'));
  try {
    const files = [];
    for (const name of Object.keys(PACKAGES)) files.push(await fetched(name, directory));
    process.stdout.write('parley: installing SVOX Pico with apt-get …\n');
    const words = ['install', '-y', '-q', '--no-install-recommends', ...files];
    const { status } = spawnSync('apt-get', words, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    return status === 0 ? null : 'apt-get could not install it (its message is above)';
  } catch (error) {
    return String(error.cause ?? error);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
