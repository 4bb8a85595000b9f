import { lstat, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { firstAddress } from '../kernel/first-address.ts';
import { type Config, ConfigError, type ConfigFault } from './config.ts';
import { type NeededPort, neededPorts, openingError } from './ports-free.ts';
import { readSipTls } from './sip-tls-files.ts';
import { readStir } from './stir-files.ts';

/**
 * What the configuration says of this host and its network, tried out: nothing is left behind, and nothing else has
 * been touched when it does not hold.
 * @throws ConfigError
 */
export async function checkOnHost(config: Config): Promise<void> {
  const found = await Promise.all([
    ...neededPorts(config).map(portFault),
    trunkFault(config.sip),
    certificateFileFault(config.sip),
    directoriesFault(config),
  ]);
  const faults = found.filter((fault) => fault !== undefined);
  if (faults.length > 0) throw new ConfigError(faults);
}

/** A port that is taken may be free in a moment, when a predecessor has stopped: that is checked later. */
async function portFault(needed: NeededPort): Promise<ConfigFault | undefined> {
  const error = await openingError(needed);
  if (error === undefined || error.code === 'EADDRINUSE') return undefined;
  const { host, port, variable, hostVariable } = needed;
  if (error.code === 'EACCES' || hostVariable === undefined) {
    const fault = `must be a port that this user may open, such as one above 1023 (${error.code})`;
    return { variable, fault, value: String(port) };
  }
  const fault = `must be an address of this host: 127.0.0.1, or one that it has in its network (${error.code})`;
  return { variable: hostVariable, fault, value: host };
}

async function certificateFileFault({ tls, stir }: Config['sip']): Promise<ConfigFault | undefined> {
  try {
    await Promise.all([readSipTls(tls), readStir(stir)]);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigError) return error.faults[0];
    throw error;
  }
}

/** A trunk that is ourselves would have every call ring back. */
async function trunkFault(sip: Config['sip']): Promise<ConfigFault | undefined> {
  if (sip.trunk === undefined) return undefined;
  const { host, port } = sip.trunk;
  const variable = 'PARLEY_SIP_TRUNK';
  if (isIPv6(host) && sip.ipv6Host === undefined) {
    const fault = 'is an address of IPv6, at which Parley is where PARLEY_SIP_HOST_IPV6 is set alone';
    return { variable, fault, value: host };
  }
  try {
    const address = await firstAddress(host, sip.ipv6Host === undefined ? [4] : [4, 6]);
    if (port !== sip.port || !isOwnAddress(address, sip)) return undefined;
    const fault = 'must be host:port of a SIP trunk, and this is where Parley itself takes SIP (PARLEY_SIP_PORT)';
    return { variable, fault, value: `${isIPv6(host) ? `[${host}]` : host}:${port}` };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const fault = `must be host:port of a SIP trunk, and its host is not found (${code}); write its name right, or its address`;
    return { variable, fault, value: host };
  }
}

function isOwnAddress(address: string, sip: Config['sip']): boolean {
  if (address === sip.host || address === sip.publicHost || address === sip.ipv6Host) return true;
  const interfaces = sip.host === '0.0.0.0' ? Object.values(networkInterfaces()).flat() : [];
  return interfaces.some((own) => own?.address === address);
}

/** Recordings are in the data directory unless configured otherwise: a fault of it is reported once. */
async function directoriesFault({ dataDir, recordingsDir }: Config): Promise<ConfigFault | undefined> {
  return (
    (await directoryFault('PARLEY_DATA_DIR', dataDir)) ?? (await directoryFault('PARLEY_RECORDINGS_DIR', recordingsDir))
  );
}

/**
 * Tried by making a directory in it, or in the nearest one above that exists. Permissions alone do not tell, least of
 * all to root; and `mkdir` with `recursive` never comes back from /proc.
 */
async function directoryFault(variable: string, directory: string): Promise<ConfigFault | undefined> {
  const refused = (why: string) => ({
    variable,
    fault: `must be a directory that this user may write, or that can be made: ${why}`,
    value: directory,
  });
  try {
    const existing = await nearestExisting(directory);
    if (existing === null) return refused('it is a link to nowhere');
    if (!(await stat(existing)).isDirectory()) return refused(`${existing} is a file`);
    await rmdir(await mkdtemp(path.join(existing, '.parley-')));
    return undefined;
  } catch (error) {
    const { code, message, syscall } = error as NodeJS.ErrnoException;
    return refused(syscall === 'mkdtemp' ? `nothing can be made there (${code})` : message);
  }
}

async function nearestExisting(file: string): Promise<string | null> {
  for (let place = file; ; place = path.dirname(place)) {
    if (await exists(stat(place))) return place;
    if (await exists(lstat(place))) return null;
  }
}

async function exists(looking: Promise<unknown>): Promise<boolean> {
  try {
    await looking;
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
