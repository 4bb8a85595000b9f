import { ActionIcon, Button, FileButton, Progress, Text } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { formatShare } from '../../format/number.ts';
import { acceptedFiles } from './accepted-file.ts';
import classes from './UploadArea.module.css';
import { type Upload, useUploads } from './use-uploads.ts';

/** Files are dropped here, or chosen. */
export function UploadArea() {
  const [isOver, setOver] = useState(false);
  const { uploads, add, dismiss } = useUploads();
  const reset = useRef<() => void>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void add([...event.dataTransfer.files]);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a mouse drops here; the button inside is for everybody */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="upload" size={24} />
        <Text size="sm">Drop documents here, or</Text>
        <FileButton
          multiple
          accept={acceptedFiles}
          resetRef={reset}
          onChange={(files) => {
            // The same file may be chosen again.
            reset.current?.();
            void add(files);
          }}
          inputProps={{ 'aria-label': 'Documents', tabIndex: -1 }}
        >
          {(props) => (
            <Button {...props} variant="default" size="xs">
              Choose files
            </Button>
          )}
        </FileButton>
        <Text size="xs">PDF, text, Markdown and web pages (HTML), up to 16 MB each.</Text>
      </div>
      {uploads.length > 0 && (
        <ul className={classes.uploads} aria-label="Uploads" aria-live="polite">
          {uploads.map((each) => (
            <UploadLine key={each.id} upload={each} onDismiss={() => dismiss(each.id)} />
          ))}
        </ul>
      )}
    </>
  );
}

function UploadLine({
  upload: { name, share, status, problem },
  onDismiss,
}: {
  upload: Upload;
  onDismiss: () => void;
}) {
  return (
    <li className={classes.upload}>
      <div className={classes.words}>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        {status === 'failed' ? (
          <Text size="sm" c="red">
            {problem}
          </Text>
        ) : (
          <Text size="sm" c="dimmed">
            {words(status, share)}
          </Text>
        )}
        {status === 'sending' && <Progress value={100 * share} size="sm" mt={4} aria-label={`Upload of ${name}`} />}
      </div>
      {(status === 'failed' || status === 'done') && (
        <ActionIcon variant="subtle" color="gray" aria-label={`Dismiss ${name}`} onClick={onDismiss}>
          <Icon name="close" size={16} />
        </ActionIcon>
      )}
    </li>
  );
}

function words(status: Exclude<Upload['status'], 'failed'>, share: number): string {
  if (status === 'waiting') return 'Waits for the one before it …';
  return status === 'done' ? 'Uploaded' : `Uploading, ${formatShare(share)} …`;
}
