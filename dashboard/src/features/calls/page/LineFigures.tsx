import type { MediaLeg } from '@parley/contract';
import { formatMs, formatNumber, formatShare } from '../../../format/number.ts';
import { Facts } from './Facts.tsx';
import { lineQuality } from './line-quality.ts';

/** What the network did to the audio of one leg. */
export function LineFigures({ leg }: { leg: MediaLeg }) {
  const { packets_received: received, packets_lost: lost, packets_late: late, mos, rtp } = leg;
  const rtcp = rtp?.rtcp;
  const expected = received + lost;
  const share = (packets: number) => (expected === 0 ? null : formatShare(packets / expected));
  return (
    <Facts
      title={leg.leg === 0 ? 'Audio' : `Audio of leg ${leg.leg}`}
      facts={[
        ['Quality', expected === 0 ? null : `${lineQuality(mos)} (MOS ${mos.toFixed(1)})`],
        ['Packets sent', formatNumber(leg.packets_sent)],
        ['Packets received', formatNumber(received)],
        ['Lost', share(lost)],
        ['Too late', share(late)],
        ['Recovered', leg.recovered_frames > 0 ? `${formatMs(leg.recovered_frames * 20)} of audio` : null],
        ['Jitter', formatMs(leg.jitter_ms)],
        ['Round trip', rtcp && rtcp.round_trip_ms !== null ? formatMs(rtcp.round_trip_ms) : null],
        ['Lost at the other side', rtcp && rtcp.remote_loss !== null ? formatShare(rtcp.remote_loss) : null],
        ['Jitter at the other side', rtcp && rtcp.remote_jitter_ms !== null ? formatMs(rtcp.remote_jitter_ms) : null],
        ['Longest gap', rtp && formatMs(rtp.longest_gap_ms)],
        ['Agreed address', rtp?.agreed_address ?? null],
        ['Came from', rtp?.source_address ?? null],
        ['Keys', rtp && rtp.keys > 0 ? `${rtp.keys}, ${rtp.keys_unmarked} without a marker bit` : null],
        ['Clock', rtp && rtp.clock_drift_ppm !== null ? `${rtp.clock_drift_ppm} ppm` : null],
      ]}
    />
  );
}
