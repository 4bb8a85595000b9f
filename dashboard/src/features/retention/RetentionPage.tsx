import { Card, Stack, Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { PageHeader } from '../../components/PageHeader.tsx';
import { ErasePersonForm } from './ErasePersonForm.tsx';
import { RetentionForm } from './RetentionForm.tsx';
import { retentionQuery } from './retention-query.ts';

export function RetentionPage() {
  const { data: retention } = useSuspenseQuery(retentionQuery);
  return (
    <>
      <PageHeader title="Data retention" description="How long call data is kept, and how to erase it." />
      <Stack gap="lg">
        <RetentionForm retention={retention} />
        <Card>
          <Title order={2} size="h4" mb={4}>
            Erase one person's data
          </Title>
          <Text size="sm" c="dimmed" mb="sm">
            For a person who asks for erasure. This takes effect immediately.
          </Text>
          <ErasePersonForm />
        </Card>
      </Stack>
    </>
  );
}
