// Before npm run bench:turn-taking: the synthesizers that it speaks with.
import { installPeers, synthesizers } from './peers.mjs';
import { installPico } from './pico.mjs';
import { fetchRecordings } from './recordings.mjs';

const missing = installPeers(synthesizers);
if (missing.length > 0) {
  process.stderr.write(`parley: missing on this host: ${missing.map((peer) => peer.debianPackage).join(', ')}\n`);
  process.exit(1);
}
const whyNoPico = await installPico();
if (whyNoPico !== null)
  process.stderr.write(`parley: without SVOX Pico the set newcomers cannot speak: ${whyNoPico}\n`);
const whyNoRecordings = await fetchRecordings();
if (whyNoRecordings !== null)
  process.stderr.write(`parley: without recordings the set people is silent: ${whyNoRecordings}\n`);
