import { Alert, Button, CopyButton, Group, SimpleGrid, Stack } from '@mantine/core';
import { Icon } from '../../components/Icon.tsx';
import classes from './RecoveryCodes.module.css';

/** The only time that recovery codes are seen. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <Stack>
      <Alert color="yellow" icon={<Icon name="key" />}>
        Keep these codes where you find them without your telephone. Each signs in once in place of the app, and they
        are shown this once.
      </Alert>
      <SimpleGrid cols={2} component="ul" className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </SimpleGrid>
      <Group justify="flex-end">
        <CopyButton value={text} timeout={2000}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />} onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="parley-recovery-codes.txt"
          leftSection={<Icon name="download" size={16} />}
        >
          Download
        </Button>
        <Button onClick={onClose}>I have stored them</Button>
      </Group>
    </Stack>
  );
}
