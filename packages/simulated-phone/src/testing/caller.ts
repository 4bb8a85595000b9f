import { createVoiceActivityDetector } from '@parley/providers';
import { type AudioCodec, Pacer, RtpSession } from '@parley/rtp';
import { MediaNegotiation, UserAgent } from '@parley/sip';
import { CallerLeg } from './caller-leg.ts';

const HOST = '127.0.0.1';

export interface CallOptions {
  codecs?: readonly AudioCodec[];
  /** In place of our offer. */
  sdp?: string;
}

/** The other side of a simulated phone: a real one, that hears with a detector and plays what it is given. */
export class Caller {
  private readonly userAgent: UserAgent;
  private readonly pacer = new Pacer();
  private readonly newDetector: Awaited<ReturnType<typeof createVoiceActivityDetector>>;
  private readonly calls: CallerLeg[] = [];

  private constructor(userAgent: UserAgent, newDetector: Caller['newDetector']) {
    this.userAgent = userAgent;
    this.newDetector = newDetector;
  }

  static async start(): Promise<Caller> {
    const userAgent = await UserAgent.start({
      host: HOST,
      port: 0,
      userAgentName: 'caller',
      onInvite: (call) => call.reject(486),
    });
    return new Caller(userAgent, await createVoiceActivityDetector());
  }

  async call(phonePort: number, number: string, options: CallOptions = {}): Promise<CallerLeg> {
    const { codecs = ['PCMU', 'PCMA'], sdp } = options;
    const rtp = await RtpSession.open({ address: HOST, port: 0 });
    const negotiation = new MediaNegotiation({ address: HOST, port: rtp.port, codecs });
    const call = this.userAgent.invite({
      uri: `sip:${number}@${HOST}:${phonePort}`,
      from: { uri: `sip:+12025550150@${HOST}` },
      destination: { protocol: 'udp', host: HOST, port: phonePort },
      sdp: sdp ?? negotiation.offer(),
    });
    const leg = new CallerLeg({ call, rtp, negotiation, pacer: this.pacer, detector: this.newDetector() });
    this.calls.push(leg);
    return leg;
  }

  async close(): Promise<void> {
    await Promise.all(this.calls.map((call) => call.hangUp()));
    this.pacer.close();
    await this.userAgent.close();
  }
}
