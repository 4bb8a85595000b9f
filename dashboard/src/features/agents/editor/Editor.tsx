import { Alert, Button, Drawer, Group, Stack, Title } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import type { Agent, AgentDraft } from '@parley/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { confirm } from '../../../components/confirm.ts';
import { Icon } from '../../../components/Icon.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import { neededNames } from '../asked-names.ts';
import { AgentMenu } from '../list/AgentMenu.tsx';
import { TestPanel } from '../test/TestPanel.tsx';
import { CallSection } from './CallSection.tsx';
import { ConflictNotice } from './ConflictNotice.tsx';
import { ConversationSection } from './ConversationSection.tsx';
import classes from './Editor.module.css';
import { EditorContext, type EditorForm } from './editor-context.ts';
import { KnowledgeSection } from './KnowledgeSection.tsx';
import { NewerVersionNotice } from './NewerVersionNotice.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { SaveState } from './SaveState.tsx';
import { ToolsSection } from './ToolsSection.tsx';
import { useCheck } from './use-check.ts';
import { useDraft } from './use-draft.ts';
import { VoiceSection } from './VoiceSection.tsx';
import { WordsSection } from './WordsSection.tsx';

interface EditorProps {
  agent: Agent;
  /** Where it begins; afterwards the draft is what is typed. */
  draft: AgentDraft | null;
  isReadOnly?: boolean;
}

export function Editor({ agent, draft, isReadOnly = false }: EditorProps) {
  const { keeper, state } = useDraft(agent, draft);
  const { settings, changes } = state;
  const check = useCheck(settings);
  const [isPublishing, publishing] = useDisclosure(false);
  const navigate = useNavigate();
  const form = useMemo<EditorForm>(() => {
    return {
      agentId: agent.agent_id,
      settings,
      set: (field, value) => keeper.set(field, value),
      problemAt: (path) => check.byPath[path],
      problemsBelow: (path) =>
        Object.entries(check.byPath).flatMap(([at, problem]) =>
          at === path || at.startsWith(`${path}.`) ? [problem] : [],
        ),
      mistakes: check.mistakes,
      missing: new Set(neededNames(settings)),
    };
  }, [agent.agent_id, settings, keeper, check]);
  const hasChanges = Object.keys(changes).length > 0;
  const askToDiscard = () =>
    confirm({
      title: 'Discard the draft?',
      consequence: `All changes since version ${state.baseVersion} are lost.`,
      action: 'Discard draft',
      onConfirm: () => void keeper.discard(),
    });
  return (
    <EditorContext value={form}>
      <div className={classes.bar}>
        <PageHeader
          title={agent.name}
          heading={
            <Group gap="xs">
              {agent.name}
              <StatusBadge tone={agent.status === 'active' ? 'good' : 'neutral'}>
                {agent.status === 'active' ? 'Active' : 'Off'}
              </StatusBadge>
            </Group>
          }
          description={
            <Group gap="xs">
              <Link to="/agents/$agentId/versions" params={{ agentId: agent.agent_id }}>
                Version {agent.version}
              </Link>
              {!isReadOnly && <SaveState state={state} />}
            </Group>
          }
          actions={
            <Group gap="xs" wrap="nowrap">
              {!isReadOnly && (
                <>
                  <Button onClick={publishing.open} disabled={!hasChanges}>
                    Publish …
                  </Button>
                  <Button variant="default" onClick={askToDiscard} disabled={!hasChanges}>
                    Discard
                  </Button>
                </>
              )}
              <AgentMenu agent={agent} onDeleted={() => void navigate({ to: '/agents' })} />
            </Group>
          }
        />
      </div>
      <div className={classes.columns}>
        <div className={classes.form}>
          <Stack gap="sm" className={classes.notices}>
            {isReadOnly && <Alert color="gray">Your role may read agents, and not change them.</Alert>}
            <ConflictNotice keeper={keeper} state={state} />
            <NewerVersionNotice agent={agent} keeper={keeper} state={state} />
          </Stack>
          <fieldset disabled={isReadOnly} className={classes.fields}>
            <WordsSection />
            <VoiceSection />
            <ToolsSection />
            <KnowledgeSection />
            <ConversationSection />
            <CallSection />
          </fieldset>
        </div>
        {!isReadOnly && <TestColumn agent={agent} form={form} problems={check.count} />}
      </div>
      {isPublishing && (
        <PublishDialog agent={agent} keeper={keeper} state={state} check={check} onClose={publishing.close} />
      )}
    </EditorContext>
  );
}

/** Beside the form where there is room, else behind a button. */
function TestColumn({ agent, form, problems }: { agent: Agent; form: EditorForm; problems: number }) {
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const [isOpen, drawer] = useDisclosure(false);
  const panel = <TestPanel agentId={agent.agent_id} settings={form.settings} problems={problems} />;
  if (isWide) {
    return (
      <aside className={classes.test} aria-label="Try this agent">
        <Title order={2} size="h4" mb="sm">
          Try it
        </Title>
        {panel}
      </aside>
    );
  }
  return (
    <>
      <Button className={classes.open} leftSection={<Icon name="play" size={16} />} onClick={drawer.open}>
        Try it
      </Button>
      <Drawer
        opened={isOpen}
        onClose={drawer.close}
        position="right"
        size="min(100%, 28rem)"
        title="Try this agent"
        keepMounted
      >
        {panel}
      </Drawer>
    </>
  );
}
