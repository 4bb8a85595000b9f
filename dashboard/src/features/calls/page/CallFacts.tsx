import type { AgentField, CallDetail } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Copyable } from '../../../components/Copyable.tsx';
import { PhoneText } from '../../../components/PhoneText.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { formatMicros } from '../../../format/money.ts';
import { formatDuration, formatMs, formatNumber, formatShare } from '../../../format/number.ts';
import { fieldNames } from '../../agents/field-names.ts';
import { toolsWords } from '../../agents/tools/tool-text.ts';
import { enderWords, endWords, outcomeWords } from '../call-words.ts';
import { SentimentText } from '../SentimentText.tsx';
import { callerFacts } from './caller-facts.ts';
import { Facts } from './Facts.tsx';
import { lineQuality } from './line-quality.ts';
import { callEventsQuery } from './page-queries.ts';

const answeredBy = { human: 'A person', voicemail: 'A voicemail', ivr: 'A menu', unknown: 'Not known' } as const;

/** Everything known of a call that is a name and a value. */
export function CallFacts({ call }: { call: CallDetail }) {
  return (
    <>
      <Facts
        title="Result"
        facts={[
          ['Outcome', call.outcome && outcomeWords(call.outcome)],
          ['Sentiment', call.sentiment && <SentimentText sentiment={call.sentiment} />],
          ['Ended', endWords(call)],
          ['Ended by', enderWords(call)],
          ['Answered by', call.answered_by && answeredBy[call.answered_by]],
          ['SIP response', call.sip_code],
          ['Response time', call.latency && `${formatMs(call.latency.turn_p50_ms)} median`],
          ['Slow responses', call.latency && `${formatMs(call.latency.turn_p95_ms)} (95 %)`],
          ['Cost', call.cost && formatMicros(call.cost.total_micros, call.cost.currency)],
        ]}
      />
      <Facts
        title="Call"
        facts={[
          ['From', <PhoneText key="from" number={call.from_number} />],
          ['To', <PhoneText key="to" number={call.recipient_phone} />],
          ['Transferred to', call.transferred_to && <PhoneText number={call.transferred_to} />],
          ['Created', <TimeText key="created" at={call.created_at} />],
          ['Answered', call.answered_at && <TimeText at={call.answered_at} style="clock" />],
          ['Over', call.ended_at && <TimeText at={call.ended_at} style="clock" />],
          ['Longest duration', formatDuration(call.max_duration)],
          [
            'Batch',
            call.batch_id && (
              <Link to="/calls" search={{ batch_id: call.batch_id }}>
                Its calls
              </Link>
            ),
          ],
          [
            'Identifier',
            <Copyable key="id" value={call.call_id} label="Copy the identifier" shown={`…${call.call_id.slice(-8)}`} />,
          ],
        ]}
      />
      {call.caller_identity && <Facts title="As the trunk says" facts={callerFacts(call.caller_identity)} />}
      <Line callId={call.call_id} isAnswered={call.answered_at !== null && call.ended_at !== null} />
      <Overrides overrides={call.overrides} />
      <Facts title="Metadata" facts={Object.entries(call.metadata).map(([name, value]) => [name, String(value)])} />
      <Facts title="Variables" facts={Object.entries(call.variables).map(([name, value]) => [name, String(value)])} />
    </>
  );
}

/** What was not as the agent has it. */
function Overrides({ overrides }: Pick<CallDetail, 'overrides'>) {
  const changed = Object.entries(overrides ?? {}) as [AgentField, unknown][];
  return (
    <Facts
      title="For this call alone"
      facts={changed.map(([field, value]) => [
        fieldNames[field],
        field === 'tools' ? (
          <span style={{ whiteSpace: 'pre-wrap' }}>{toolsWords(value)}</span>
        ) : typeof value === 'string' ? (
          value
        ) : (
          JSON.stringify(value)
        ),
      ])}
    />
  );
}

function Line({ callId, isAnswered }: { callId: string; isAnswered: boolean }) {
  const line = useQuery({ ...callEventsQuery(callId), enabled: isAnswered }).data?.line;
  if (!line) return null;
  const expected = line.packets_received + line.packets_lost;
  return (
    <Facts
      title="Line"
      facts={[
        ['Quality', `${lineQuality(line.mos)} (MOS ${line.mos.toFixed(1)})`],
        ['Jitter', formatMs(line.jitter_ms)],
        [
          'Lost',
          expected === 0 ? null : `${formatShare(line.packets_lost / expected)} (${formatNumber(line.packets_lost)})`,
        ],
        ['Too late', `${formatNumber(line.packets_late)} packets`],
        ['Made up', `${formatMs(line.concealed_frames * 20)} of audio`],
        ['Recovered', line.recovered_frames > 0 ? `${formatMs(line.recovered_frames * 20)} of audio` : null],
        ['Received', `${formatNumber(line.packets_received)} packets`],
        ['Sent', `${formatNumber(line.packets_sent)} packets`],
      ]}
    />
  );
}
