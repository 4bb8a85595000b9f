import { Card, Stack, Title } from '@mantine/core';
import { PageHeader } from '../../components/PageHeader.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { TotpSection } from './TotpSection.tsx';

export function SecurityPage() {
  return (
    <>
      <PageHeader title="Password and sign-in" description="Your password and second factor." />
      <Stack gap="lg">
        <Card>
          <Title order={2} size="h4" mb="sm">
            Password
          </Title>
          <PasswordForm />
        </Card>
        <Card>
          <Title order={2} size="h4" mb="sm">
            Authenticator app
          </Title>
          <TotpSection />
        </Card>
      </Stack>
    </>
  );
}
