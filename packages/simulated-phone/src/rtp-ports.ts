/** Ports that RTP may use, both included. */
export interface PortRange {
  first: number;
  last: number;
}

/** Gives out even ports (RFC 3550 section 11) by turns, so that late packets of an ended call do not meet the next one. */
export class RtpPorts {
  private readonly ports: number[] = [];
  private next = 0;

  /** Without a range the system chooses. RangeError when the range has no even port. */
  constructor(range: PortRange | undefined) {
    if (!range) return;
    for (let port = range.first + (range.first % 2); port <= range.last; port += 2) this.ports.push(port);
    if (this.ports.length === 0) throw new RangeError(`no even port from ${range.first} to ${range.last}`);
  }

  /** Opens a socket on the first port that is free. Rejects with the last error (EADDRINUSE) when none is. */
  async open<T>(bind: (port: number) => Promise<T>): Promise<T> {
    if (this.ports.length === 0) return bind(0);
    for (let tries = 1; ; tries += 1) {
      const port = this.ports[this.next]!;
      this.next = (this.next + 1) % this.ports.length;
      try {
        return await bind(port);
      } catch (error) {
        const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
        if (!isTaken || tries >= this.ports.length) throw error;
      }
    }
  }
}
