import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type CallDiagnosis, type DiagnosisFinding, routes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { urlOf } from '../../../api/request.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { LoadingRows } from '../../../components/Loading.tsx';
import { StatusBadge, type Tone } from '../../../components/StatusBadge.tsx';
import { useCan } from '../../session/use-session.ts';
import { telephonyQuery } from '../../trunks/trunks-query.ts';
import classes from './CallDoctor.module.css';
import { Ladder } from './Ladder.tsx';
import { LineFigures } from './LineFigures.tsx';
import { callDiagnosisQuery } from './page-queries.ts';

const severities: Record<DiagnosisFinding['severity'], { tone: Tone; word: string }> = {
  error: { tone: 'bad', word: 'Error' },
  warning: { tone: 'warning', word: 'Warning' },
  info: { tone: 'neutral', word: 'For information' },
};

const verdictColors: Record<CallDiagnosis['health'], string> = {
  good: 'green',
  impaired: 'yellow',
  bad: 'red',
  unknown: 'gray',
};

/** What was right and wrong with the line, and what it follows from. */
export function CallDoctor({ callId, isRecorded }: { callId: string; isRecorded: boolean }) {
  const { data, error, refetch } = useQuery(callDiagnosisQuery(callId));
  const telephony = useQuery({ ...telephonyQuery, enabled: useCan('numbers:read') });
  const hasAudio = isRecorded && telephony.data?.captures_audio === true;
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingRows rows={6} rowHeight={48} />;
  const { health, verdict, findings, ladder, ladder_omitted: omitted, media } = data;
  return (
    <Stack gap="md">
      <Alert color={verdictColors[health]} icon={<Icon name={health === 'good' ? 'check' : 'info'} />} title="Verdict">
        <Text size="sm">{verdict}</Text>
      </Alert>
      {findings.length > 0 && <Findings findings={findings} />}
      {media.map((leg) => (
        <div key={leg.leg} className={classes.figures}>
          <LineFigures leg={leg} />
        </div>
      ))}
      {ladder.length > 0 && (
        <section aria-label="Signalling">
          <div className={classes.head}>
            <h2 className={classes.title}>Signalling</h2>
            <Group gap="xs">
              <PcapButton
                name={`${callId}.pcap`}
                href={urlOf('/v1', routes.getCallSignalling, { params: { call_id: callId } })}
              >
                Download PCAP
              </PcapButton>
              {hasAudio && (
                <PcapButton
                  name={`${callId}-audio.pcap`}
                  href={urlOf('/v1', routes.getCallAudio, { params: { call_id: callId } })}
                >
                  Download audio PCAP
                </PcapButton>
              )}
            </Group>
          </div>
          <Ladder messages={ladder} />
          {omitted > 0 && (
            <Text size="sm" c="dimmed">
              {omitted} messages in the middle are not kept.
            </Text>
          )}
        </section>
      )}
    </Stack>
  );
}

function PcapButton({ name, href, children }: { name: string; href: string; children: string }) {
  return (
    <Button
      component="a"
      download={name}
      href={href}
      variant="default"
      size="xs"
      leftSection={<Icon name="download" size={16} />}
    >
      {children}
    </Button>
  );
}

function Findings({ findings }: { findings: DiagnosisFinding[] }) {
  return (
    <ul className={classes.findings} aria-label="Findings">
      {findings.map(({ code, severity, what, evidence, remedy }) => (
        <li key={`${code} ${evidence}`} className={classes.finding}>
          <div className={classes.what}>
            <StatusBadge tone={severities[severity].tone}>{severities[severity].word}</StatusBadge>
            <strong>{what}</strong>
          </div>
          <Text size="sm" c="dimmed" className={classes.words}>
            {evidence}
          </Text>
          <Text size="sm" className={classes.words}>
            <strong>What to do:</strong> {remedy}
          </Text>
        </li>
      ))}
    </ul>
  );
}
