// What people said and what rooms sound like, as recorded: Debian packages that `npm run bench:turn-taking -- --set people` listens to,
// and one that `npm run train:utterance-ends` learns from, which nothing is measured with. Nothing of them is kept in the repository,
// linked or shipped.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const POOL = 'http://deb.debian.org/debian/pool/main/';
const DIRECTORY = fileURLToPath(new URL('../node_modules/.cache/parley-recordings', import.meta.url));
/** By file: its SHA-256. The licences are in each package's `usr/share/doc`. */
const PACKAGES = {
  'f/flight-of-the-amazon-queen/flight-of-the-amazon-queen_1.0.0-9_all.deb':
    '40c08fd258d6fe95c46c1eaf5e9137f84ba330657995a281bd887c94a560a0f1',
  'a/asterisk-core-sounds/asterisk-core-sounds-en_1.6.1-1_all.deb':
    '973e797d28e37fa6ca3c0a9d6fa717e77cf1268ae916bf09fd3503113cdffa50',
  'a/asterisk-core-sounds/asterisk-core-sounds-en-wav_1.6.1-1_all.deb':
    '2be3ea287d83299d143815fa804f11179a75b7affd4a758b98b55f5afc18a35d',
  'a/asterisk-moh-opsound/asterisk-moh-opsound-wav_2.03-1.1_all.deb':
    '8f9d808a729d305c2d3343993f21ca5e6829e411682618dc8ea7aa8bc24a566c',
  't/tuxpaint-stamps/tuxpaint-stamps-default_2022.06.04-1_all.deb':
    '6db6c1bfc870a47f1499d6203b083522eacb57c5f9c87d468f2e92eb6d9d5f34',
  'b/bucklespring/bucklespring-data_1.4.0-2_all.deb':
    '2add9f5583b3afc9c0b528066f4578baff930b74d4a94c8a25d103ef79a444e5',
  's/sound-icons/sound-icons_0.1-8_all.deb': 'cbb7defa9cab0c86c9151e72c6c8a99a0ed21d244bc4c7cffdde7a0e4d9fa5b3',
  'b/beneath-a-steel-sky/beneath-a-steel-sky_0.0372-8_all.deb':
    'e2a25c880220c26a4dfd42904b878cc655afa1c72895f9c932befbd078622934',
  's/sound-theme-freedesktop/sound-theme-freedesktop_0.8-2_all.deb':
    '135cc4893ba590d428577bc3bf42df756a165c05a2a43f84311ad7db779a70ea',
};

async function unpack(file, sha256, directory) {
  const url = POOL + file;
  process.stdout.write(`parley: fetching ${url} …\n`);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} for ${url}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error(`${url} is another file`);
  const draft = mkdtempSync(path.join(tmpdir(), 'parley-recordings-'));
  try {
    const archive = path.join(draft, 'package.deb');
    writeFileSync(archive, bytes);
    const { status } = spawnSync('dpkg-deb', ['-x', archive, `${directory}.draft`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error(`dpkg-deb could not unpack ${file}`);
    renameSync(`${directory}.draft`, directory);
  } finally {
    rmSync(draft, { recursive: true });
  }
}

/** Null when they are there; else why they are not. */
export async function fetchRecordings() {
  mkdirSync(DIRECTORY, { recursive: true });
  try {
    for (const [file, sha256] of Object.entries(PACKAGES)) {
      const directory = path.join(DIRECTORY, path.basename(file).split('_')[0]);
      if (!existsSync(directory)) await unpack(file, sha256, directory);
    }
    return null;
  } catch (error) {
    return String(error.cause ?? error);
  }
}
