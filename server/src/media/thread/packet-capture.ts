import path from 'node:path';
import type { RtpSession, SeenPacket } from '@parley/rtp';
import { pcapHeader, pcapRecord } from '../../kernel/pcap/pcap-file.ts';
import { captureFile } from '../recording-file.ts';
import { type DiskFile, RecordingDisk } from './recording-disk.ts';

/** Three seconds of G.711 both ways: later than the first of its recording, without which no capture is kept. */
const BUFFER_BYTES = 64 * 1024;
/** More than an hour of G.711 both ways. What comes after that is left out. */
const MOST_BYTES = 100 * 1024 * 1024;
const MOST_PENDING_BYTES = 8 * 1024 * 1024;
const CLOSE_MS = 2000;

/** The disk for the captures of one media thread: they do not get in the way of recordings. */
export function openCaptureDisk(): RecordingDisk {
  return new RecordingDisk({ bufferBytes: BUFFER_BYTES, mostPendingBytes: MOST_PENDING_BYTES });
}

export interface PacketCaptureOptions {
  disk: RecordingDisk;
  recordingsDir: string;
  callId: string;
}

/** Streams the packets of a call's audio to disk while it lives, as a capture that Wireshark opens. */
export class PacketCapture {
  readonly #disk: RecordingDisk;
  readonly #file: DiskFile;
  #buffer: Buffer | null = null;
  #filledBytes = 0;
  #wholeBytes = 0;
  #packets = 0;

  constructor({ disk, recordingsDir, callId }: PacketCaptureOptions) {
    this.#disk = disk;
    this.#file = disk.newFile(path.join(recordingsDir, captureFile(callId)));
  }

  /** Takes what goes and comes over this session, to the end. */
  tap(session: Pick<RtpSession, 'address' | 'port' | 'onPacket'>): void {
    const local = { host: session.address, port: session.port };
    session.onPacket = (packet) => this.#take(packet, local);
  }

  /** Resolves when the capture is on the disk, and soon when it cannot be. */
  async close(): Promise<void> {
    this.#flush();
    const { promise: deadline, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, CLOSE_MS);
    await Promise.race([this.#file.close(), deadline]);
    clearTimeout(timer);
  }

  #take({ isSent, packet, remote }: SeenPacket, local: SeenPacket['remote']): void {
    if (this.#wholeBytes > MOST_BYTES || this.#file.failure) return;
    if (this.#packets === 0) this.#write(pcapHeader());
    const [source, destination] = isSent ? [local, remote] : [remote, local];
    const payload = Buffer.from(packet.buffer, packet.byteOffset, packet.length);
    const atMs = performance.timeOrigin + performance.now();
    const payloadBytes = payload.length;
    this.#write(pcapRecord({ atMs, source, destination, payload, payloadBytes, index: this.#packets }));
    this.#packets += 1;
  }

  #write(bytes: Buffer): void {
    if (bytes.length > BUFFER_BYTES) return;
    if (this.#filledBytes + bytes.length > BUFFER_BYTES) this.#flush();
    this.#buffer ??= this.#disk.takeBuffer();
    bytes.copy(this.#buffer, this.#filledBytes);
    this.#filledBytes += bytes.length;
    this.#wholeBytes += bytes.length;
  }

  #flush(): void {
    if (this.#buffer !== null) this.#file.append([this.#buffer], this.#filledBytes);
    this.#buffer = null;
    this.#filledBytes = 0;
  }
}
