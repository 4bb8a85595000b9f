// How commands that run at the same time share the processors.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const MOUNT = '/sys/fs/cgroup';
const LEFT_BEHIND = /^parley-tests-(\d+)-/;
/** Of `cpu.shares` and of `cpu.weight`: a group that nobody has given any has so many. */
const [USUAL_SHARES, USUAL_WEIGHT] = [1024, 100];

/** The control groups of this process that its own may be made in, for the processor: cgroup v1's, or v2's. */
function parents() {
  if (!existsSync('/proc/self/cgroup')) return [];
  const own = readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n');
  return own.flatMap((line) => {
    const [, controllers, where] = line.match(/^\d+:([^:]*):(.*)$/) ?? [];
    if (controllers === '') return [{ directory: path.join(MOUNT, where), isV2: true }];
    return controllers?.split(',').includes('cpu')
      ? [{ directory: path.join(MOUNT, controllers, where), isV2: false }]
      : [];
  });
}

function remove(group) {
  try {
    rmdirSync(group);
  } catch {
    // Something that was started in it lives on.
  }
}

/** By this process; removed at its end. */
const made = [];

/** What runs have left that were killed. */
function removeLeftBehind(directory) {
  for (const name of readdirSync(directory)) {
    const [, pid] = name.match(LEFT_BEHIND) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) remove(path.join(directory, name));
  }
}

/** @param share how much more than a group of 1 it gets, while both want all there is */
function createGroup({ directory, isV2 }, name, share) {
  const group = path.join(directory, `parley-tests-${process.pid}-${name}`);
  if (isV2) writeFileSync(path.join(directory, 'cgroup.subtree_control'), '+cpu');
  mkdirSync(group);
  if (made.length === 0) process.once('exit', () => made.forEach(remove));
  made.push(group);
  if (isV2) writeFileSync(path.join(group, 'cpu.weight'), String(share * USUAL_WEIGHT));
  else writeFileSync(path.join(group, 'cpu.shares'), String(share * USUAL_SHARES));
  return group;
}

/**
 * Words to put before a command, so that all that comes of it has `share` of the processors beside the commands of other
 * names. Niceness does not do: each process of PostgreSQL is a session of its own, and outside a group the kernel shares the processors
 * among sessions first (sched(7), autogroup), so that a process of a database that computes gets as much as all calls
 * together. Where no control group can be made (only root can), there is niceness.
 *
 * @param share 1 to 100
 */
export function shareOf(name, share, niceness) {
  for (const parent of parents())
    try {
      removeLeftBehind(parent.directory);
      const group = createGroup(parent, name, share);
      return ['sh', '-c', 'echo $$ > "$0"; exec "$@"', path.join(group, 'cgroup.procs')];
    } catch {
      // Not ours to make one in, or without this controller.
    }
  return ['nice', '-n', String(niceness)];
}
