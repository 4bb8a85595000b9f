import { dtmf, levelDbfs, tone } from '@parley/audio';
import { MediaNegotiation, SdpError } from '@parley/sip';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PhoneMedia } from './phone-media.ts';
import { RtpPorts } from './rtp-ports.ts';

const address = '127.0.0.1';
const opened: PhoneMedia[] = [];

afterEach(() => {
  for (const media of opened.splice(0)) media.close();
});

async function open(): Promise<PhoneMedia> {
  const media = await PhoneMedia.open({
    address,
    callerAddress: address,
    ports: new RtpPorts(undefined),
    impairment: null,
  });
  opened.push(media);
  return media;
}

describe('PhoneMedia', () => {
  it('offers when the caller wants it to, and takes the answer', async () => {
    const [caller, phone] = [await open(), await open()];
    const offer = phone.describe(null);
    expect(phone.isOffering).toBe(true);
    phone.takeAnswer(caller.describe(offer));
    expect(phone.isOffering).toBe(false);
    const sound = tone([700], 20);
    await vi.waitFor(() => {
      phone.send(sound);
      caller.send(sound);
      expect(levelDbfs(caller.pull()!)).toBeGreaterThan(-20);
      expect(levelDbfs(phone.pull()!)).toBeGreaterThan(-20);
    }, 10_000);
  });

  it('refuses an answer that chose another codec', async () => {
    const phone = await open();
    phone.describe(null);
    const other = new MediaNegotiation({ address, port: 4000, codecs: ['PCMU'] });
    const answer = other.answerTo((await open()).describe(null)).sdp;
    expect(() => phone.takeAnswer(answer.replace(/ 0 101/, ' 18 101'))).toThrow(SdpError);
  });

  it('ignores answers that are not awaited', async () => {
    const phone = await open();
    phone.takeAnswer('no description at all');
    expect(() => phone.describe('no description at all')).toThrow(SdpError);
  });

  it('counts the versions of its description', async () => {
    const [caller, phone] = [await open(), await open()];
    const offer = caller.describe(null);
    const versions = [phone.describe(offer), phone.describe(offer)].map((sdp) => /^o=- (\d+) (\d+) /m.exec(sdp));
    expect(versions.map((match) => match?.[2])).toEqual(['1', '2']);
    expect(versions[0]?.[1]).toBe(versions[1]?.[1]);
  });

  it('hears keys as tones from a caller that has no telephone events', async () => {
    const [caller, phone] = [await open(), await open()];
    const withoutEvents = (sdp: string) =>
      sdp.replace(/^a=(rtpmap|fmtp):101 .*\r\n/gm, '').replace(/^(m=.*) 101/m, '$1');
    caller.takeAnswer(phone.describe(withoutEvents(caller.describe(null))));
    const keys: string[] = [];
    phone.onDigit = (key) => keys.push(key);
    const sound = dtmf('1', 100);
    for (let start = 0; start < sound.length; start += 160) caller.send(sound.subarray(start, start + 160));
    await vi.waitFor(() => {
      phone.pull();
      expect(keys).toEqual(['1']);
    }, 10_000);
  });
});
