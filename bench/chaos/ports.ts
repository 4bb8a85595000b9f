import net from 'node:net';

/**
 * Below the ports of the tests (tests/support/ports.ts), and far below those that the system hands out to outgoing
 * connections: an installation that is killed a thousand times must find its own ones free again each time.
 */
const FIRST_PORT = 7000;
const INSTALLATIONS = 14;
/** HTTP, SIP and the simulated phone; the reservation; then RTP. */
const PORTS_EACH = 210;
const RESERVATION = 9;
const FIRST_RTP = 10;

/** Ports that no other chaos run on this host chooses, even while the service that has them is dead. */
export class ReservedPorts {
  readonly port: number;
  readonly sipPort: number;
  readonly phonePort: number;
  readonly rtpPorts: string;
  readonly #reservation: net.Server;

  private constructor(first: number, reservation: net.Server) {
    this.port = first;
    this.sipPort = first + 1;
    this.phonePort = first + 2;
    this.rtpPorts = `${first + FIRST_RTP}-${first + PORTS_EACH - 1}`;
    this.#reservation = reservation;
  }

  static async reserve(): Promise<ReservedPorts> {
    for (let index = 0; index < INSTALLATIONS; index += 1) {
      const first = FIRST_PORT + index * PORTS_EACH;
      const reservation = await listen(first + RESERVATION);
      if (reservation) return new ReservedPorts(first, reservation);
    }
    throw new Error(`all ${INSTALLATIONS} ranges of ports from ${FIRST_PORT} are reserved`);
  }

  release(): void {
    this.#reservation.close();
  }
}

/** A port that this process keeps until its end; null when another one has it. */
function listen(port: number): Promise<net.Server | null> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      server.unref();
      resolve(server);
    });
  });
}
