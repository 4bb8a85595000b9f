import { Alert, List, Text } from '@mantine/core';
import { type CallDetail, endReasons } from '@parley/contract';
import { Icon } from '../../../components/Icon.tsx';

/** What went wrong, and what to do about it; nothing for a call that ended in order. */
export function EndNotice({ call }: { call: CallDetail }) {
  const words = call.end_reason === null ? null : endReasons[call.end_reason];
  const warnings = call.analysis?.warnings ?? [];
  return (
    <>
      {words && (words.status === 'failed' || words.remedy !== null) && (
        <Alert
          color={words.status === 'failed' ? 'red' : 'yellow'}
          icon={<Icon name={words.status === 'failed' ? 'warning' : 'info'} />}
          title={words.title}
        >
          {words.explanation !== `${words.title}.` && <Text size="sm">{words.explanation}</Text>}
          {words.remedy !== null && (
            <Text size="sm" mt={4}>
              <strong>What to do:</strong> {words.remedy}
            </Text>
          )}
          {call.sip_code !== null && call.status === 'failed' && (
            <Text size="sm" mt={4}>
              The other side’s response was SIP {call.sip_code}.
            </Text>
          )}
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert color="yellow" icon={<Icon name="warning" />} title="Not everything went as configured">
          <List size="sm">
            {warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}
