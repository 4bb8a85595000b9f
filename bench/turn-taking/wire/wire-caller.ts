import { FRAME_SAMPLES } from '@parley/audio';
import { type Pacer, RtpSession } from '@parley/rtp';
import { type CallEvent, createOffer, readSdp, type UserAgent } from '@parley/sip';

/** What happens in 20 ms of a call: hears a frame, and says one. Null ends the call. */
export type Tick = (heard: Int16Array | null) => Int16Array | null;

/** Calls over SIP, and speaks over RTP until `tick` has nothing more to say. Resolves with all that it sent, when it has hung up. */
export async function callOverWire(
  userAgent: UserAgent,
  pacer: Pacer,
  sipPort: number,
  to: string,
  tick: Tick,
): Promise<Int16Array[]> {
  const rtp = await RtpSession.open({ address: '127.0.0.1', port: 0 });
  const call = userAgent.invite({
    uri: `sip:${to}@127.0.0.1:${sipPort}`,
    from: { uri: 'sip:+4930999999@127.0.0.1' },
    destination: { protocol: 'udp', host: '127.0.0.1', port: sipPort },
    sdp: createOffer({ address: '127.0.0.1', port: rtp.port, sessionId: 1, sessionVersion: 1, codecs: ['PCMU'] }),
  });
  const over = Promise.withResolvers<void>();
  const sdp = await new Promise<string>((resolve, reject) => {
    call.on((event: CallEvent) => {
      if (event.type === 'answered') resolve(event.sdp);
      if (event.type !== 'ended') return;
      over.resolve();
      reject(new Error(`the call was not answered: ${JSON.stringify(event.cause)}`));
    });
  });
  const { address, port } = readSdp(sdp);
  rtp.configure({
    ...{ codec: 'PCMU', payloadType: 0, alternatives: [], telephoneEventPayloadType: 101 },
    remote: { address, port },
  });
  const sent: Int16Array[] = [];
  const ticking = pacer.add(() => {
    const frame = tick(rtp.pull()?.frame ?? null);
    if (!frame) return void over.resolve();
    sent.push(frame);
    rtp.send(frame.slice(0, FRAME_SAMPLES));
  });
  await over.promise;
  ticking.remove();
  await call.hangUp();
  rtp.close();
  return sent;
}
