import { describe, expect, it } from 'vitest';
import { RtpPorts } from './rtp-ports.ts';

const bindAll = (port: number) => Promise.resolve(port);

function taken(port: number): Promise<number> {
  return Promise.reject(Object.assign(new Error(`${port} is taken`), { code: 'EADDRINUSE' }));
}

describe('RtpPorts', () => {
  it('gives out even ports by turns', async () => {
    const ports = new RtpPorts({ first: 40_001, last: 40_006 });
    const given = [await ports.open(bindAll), await ports.open(bindAll), await ports.open(bindAll)];
    expect([...given, await ports.open(bindAll)]).toEqual([40_002, 40_004, 40_006, 40_002]);
  });

  it('leaves the choice to the system without a range', async () => {
    expect(await new RtpPorts(undefined).open(bindAll)).toBe(0);
  });

  it('passes over ports that are taken', async () => {
    const ports = new RtpPorts({ first: 40_000, last: 40_004 });
    expect(await ports.open((port) => (port < 40_004 ? taken(port) : bindAll(port)))).toBe(40_004);
  });

  it('fails when all are taken, and at once for another reason', async () => {
    const ports = new RtpPorts({ first: 40_000, last: 40_004 });
    const tried: number[] = [];
    const bind = (port: number) => {
      tried.push(port);
      return taken(port);
    };
    await expect(ports.open(bind)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(tried).toEqual([40_000, 40_002, 40_004]);
    await expect(ports.open(() => Promise.reject(new Error('no such address')))).rejects.toThrow('no such address');
  });

  it('wants a range with an even port in it', () => {
    expect(() => new RtpPorts({ first: 40_001, last: 40_001 })).toThrow(RangeError);
  });
});
