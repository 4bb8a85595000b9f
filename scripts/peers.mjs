// The third-party peers that Parley is tested against. Installs them where it can: as root on Debian.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const peers = [
  { command: 'sipp', debianPackage: 'sip-tester', tests: 'calls with sipp as callee and as caller' },
  { command: 'kamailio', debianPackage: 'kamailio', tests: 'calls through a proxy that loses datagrams' },
  { command: 'tshark', debianPackage: 'tshark', tests: 'captures of signalling' },
  { command: 'baresip', debianPackage: 'baresip-core', tests: 'calls with baresip, encrypted and plain' },
  { command: 'rtpengine', debianPackage: 'rtpengine-daemon', tests: 'sound through a relay between networks' },
  { command: 'linphonec', debianPackage: 'linphone-cli', tests: 'calls with linphone' },
  {
    command: 'kamailio-tls',
    file: 'kamailio/modules/tls.so',
    debianPackage: 'kamailio-tls-modules',
    tests: 'calls over TLS',
  },
  { command: 'chromium-headless-shell', debianPackage: 'chromium-headless-shell', tests: 'the dashboard in a browser' },
  { command: 'espeak-ng', debianPackage: 'espeak-ng', tests: 'a Spanish caller' },
  { command: 'flite', debianPackage: 'flite', tests: 'the voices of bench:answering' },
  { command: 'festival', debianPackage: 'festival', tests: 'the voices of bench:answering' },
  { command: 'python3', debianPackage: 'python3', tests: 'the Python examples of the reference' },
];

/** What `npm run bench:turn-taking` speaks with: no voice of it is the product's. */
export const synthesizers = [
  { command: 'espeak-ng', debianPackage: 'espeak-ng' },
  { command: 'flite', debianPackage: 'flite' },
  // `npm test` installs Festival as well, without these voices.
  { command: 'festival', data: 'festival/voices/english/kal_diphone', debianPackage: 'festival festvox-kallpc16k' },
  { command: 'festival', data: 'festival/voices/english/ked_diphone', debianPackage: 'festival festvox-kdlpc16k' },
  {
    command: 'festival',
    data: 'festival/voices/us/cmu_us_slt_arctic_hts',
    debianPackage: 'festival festvox-us-slt-hts',
  },
  { command: 'python3', debianPackage: 'python3' },
  { command: 'mpg123', debianPackage: 'mpg123' },
  { command: 'oggdec', debianPackage: 'vorbis-tools' },
];

const has = (command) =>
  `${process.env.PATH}:/usr/sbin:/usr/local/sbin`.split(':').some((directory) => existsSync(`${directory}/${command}`));

/** Libraries are in a directory of their architecture. */
const hasLibrary = (file) => readdirSync('/usr/lib').some((directory) => existsSync(`/usr/lib/${directory}/${file}`));
const isThere = ({ command, file, data }) =>
  (file ? hasLibrary(file) : has(command)) && (!data || existsSync(`/usr/share/${data}`));

function aptGet(...words) {
  return spawnSync('apt-get', words, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status;
}

/** Those that are still missing, after installing what can be installed. */
export function installPeers(wanted = peers) {
  const missing = wanted.filter((peer) => !isThere(peer));
  if (missing.length > 0 && process.getuid?.() === 0 && has('apt-get')) {
    const packages = missing.flatMap((peer) => peer.debianPackage.split(' '));
    process.stdout.write(`parley: installing ${packages.join(' and ')} with apt-get …\n`);
    if (aptGet('install', '-y', '-q', '--no-install-recommends', ...packages) !== 0) {
      // The package lists may never have been fetched on this host, or be too old.
      aptGet('update', '-q');
      aptGet('install', '-y', '-q', '--no-install-recommends', ...packages);
    }
  }
  return wanted.filter((peer) => !isThere(peer));
}
