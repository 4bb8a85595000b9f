import { networkInterfaces } from 'node:os';

/** Whether packets to this IPv4 address come back to a socket of ours that is bound to `bound`. */
export function leadsBack(address: string, bound: string): boolean {
  if (address === bound || address === '0.0.0.0') return true;
  if (bound !== '0.0.0.0') return false;
  if (address.startsWith('127.')) return true;
  return Object.values(networkInterfaces()).some((network) => network?.some((own) => own.address === address));
}
