// Before npm run bench:turn-taking: the synthesizers that it speaks with.
import { installPeers, synthesizers } from './peers.mjs';

const missing = installPeers(synthesizers);
if (missing.length > 0) {
  process.stderr.write(`parley: missing on this host: ${missing.map((peer) => peer.debianPackage).join(', ')}\n`);
  process.exit(1);
}
