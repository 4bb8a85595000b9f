import dgram from 'node:dgram';
import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 50;

/**
 * Sends a datagram to a port of 127.0.0.1, again and again, until anything comes back or it is aborted.
 * `datagram`: of the port that it is sent from.
 */
export async function udpAnswers(
  port: number,
  datagram: (fromPort: number) => string,
  signal: AbortSignal,
): Promise<void> {
  const socket = dgram.createSocket('udp4');
  let answered = false;
  socket.on('message', () => {
    answered = true;
  });
  socket.on('error', () => {}); // the port is not open yet
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  try {
    while (!answered && !signal.aborted) {
      socket.send(datagram(socket.address().port), port, '127.0.0.1');
      await delay(PAUSE_MS);
    }
  } finally {
    socket.close();
  }
}
