import { Alert } from '@mantine/core';
import { Icon } from '../../../components/Icon.tsx';
import { useEditorForm } from './editor-context.ts';

/** Names what is not used with the built-in script, which follows its lines and looks nothing up. */
export function ScriptNotice({ of: idle }: { of: 'tools' | 'documents' }) {
  const { settings } = useEditorForm();
  if (!/^(builtin\/)?script$/.test(String(settings.model))) return null;
  return (
    <Alert color="yellow" p="xs" icon={<Icon name="warning" />}>
      The built-in script follows its lines and uses no {idle}. Choose a language model for them.
    </Alert>
  );
}
