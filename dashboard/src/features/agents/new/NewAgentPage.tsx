import { Button, Group, Radio, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { AgentTemplate } from '@parley/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { NoPermission } from '../../../components/NoPermission.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { readerZone } from '../../../format/reader.ts';
import { useCan } from '../../session/use-session.ts';
import { modelsQuery } from '../models-query.ts';
import { useCreateAgent } from '../use-create-agent.ts';
import classes from './NewAgentPage.module.css';
import { templatesQuery } from './templates-query.ts';

const EMPTY = 'empty';
const SCRIPT = 'builtin/script';

export function NewAgentPage() {
  const { data: templates } = useSuspenseQuery(templatesQuery);
  const { data: models } = useSuspenseQuery(modelsQuery);
  const navigate = useNavigate();
  const canWrite = useCan('agents:write');
  const create = useCreateAgent(({ agent_id }) => navigate({ to: '/agents/$agentId', params: { agentId: agent_id } }));
  const [chosen, setChosen] = useState(templates.data[0]?.template_id ?? EMPTY);
  const [name, setName] = useState<string | null>(null);
  const [brain, setBrain] = useState<'model' | 'builtin'>(models.default === SCRIPT ? 'builtin' : 'model');
  if (!canWrite) {
    return (
      <>
        <PageHeader title="New agent" />
        <NoPermission permission="agents:write" />
      </>
    );
  }
  const template = templates.data.find(({ template_id: id }) => id === chosen);
  const shownName = name ?? template?.name ?? 'New agent';
  return (
    <>
      <PageHeader title="New agent" description="Start with the closest template. You can change everything later." />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({
            // Who makes an agent is most often where it works.
            timezone: readerZone(),
            ...beginning(template, brain, models.default),
            name: shownName.trim() || 'New agent',
          });
        }}
      >
        <Stack gap="lg">
          <Radio.Group value={chosen} onChange={setChosen} label="Template">
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm" mt={6}>
              {templates.data.map(({ template_id: id, name: title, description }) => (
                <TemplateCard key={id} value={id} title={title} description={description} />
              ))}
              <TemplateCard value={EMPTY} title="Empty" description="Write it all yourself." />
            </SimpleGrid>
          </Radio.Group>
          <Group align="flex-start" grow preventGrowOverflow={false} maw={640}>
            <TextInput
              label="Name"
              description="For you; the agent does not say it."
              maxLength={200}
              value={shownName}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            {models.default !== SCRIPT && (
              <Select
                label="Talks by"
                description="Both work; either can be changed later."
                allowDeselect={false}
                value={brain}
                onChange={(value) => setBrain(value === 'builtin' ? 'builtin' : 'model')}
                data={[
                  { value: 'model', label: `Language model (${models.default})` },
                  { value: 'builtin', label: 'Script, without a model' },
                ]}
              />
            )}
          </Group>
          {models.default === SCRIPT && (
            <Text size="sm" c="dimmed" maw={640}>
              No language model is connected, so the agent follows a script: it understands the answers that are written
              in it. Everything works without a key, the simulated phone included.
            </Text>
          )}
          <Group>
            <Button type="submit" loading={create.isPending}>
              Create agent
            </Button>
            <Button variant="default" renderRoot={(props) => <Link to="/agents" {...props} />}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </>
  );
}

function TemplateCard({ value, title, description }: { value: string; title: string; description: string }) {
  return (
    <Radio.Card value={value} className={classes.card} p="md">
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <Radio.Indicator mt={2} />
        <div>
          <Text fw={600} size="sm">
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        </div>
      </Group>
    </Radio.Card>
  );
}

const emptyScript = `You are a friendly assistant.

## greeting
say: Hello, this is your assistant. Can you hear me?
hear: yes | yes i can -> goodbye
else: Can you hear me? -> goodbye

## goodbye
say: Wonderful. Goodbye.
end: success
`;
const emptyPrompt = 'You are a friendly assistant. Ask one question at a time, in short sentences.';

function beginning(template: AgentTemplate | undefined, brain: 'model' | 'builtin', model: string) {
  if (template) return template.variants[brain];
  return brain === 'builtin' ? { prompt: emptyScript, model: SCRIPT } : { prompt: emptyPrompt, model };
}
