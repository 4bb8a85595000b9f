import { FRAME_SAMPLES } from '@parley/audio';
import { type Pacer, RtpSession } from '@parley/rtp';
import { type CallEvent, MediaNegotiation, type UserAgent } from '@parley/sip';

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
  const negotiation = new MediaNegotiation({ address: '127.0.0.1', port: rtp.port, codecs: ['PCMU'] });
  const call = userAgent.invite({
    uri: `sip:${to}@127.0.0.1:${sipPort}`,
    from: { uri: 'sip:+4930999999@127.0.0.1' },
    destination: { protocol: 'udp', host: '127.0.0.1', port: sipPort },
    sdp: negotiation.offer(),
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
  rtp.configure(negotiation.answeredBy(sdp));
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
