import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { AcceptInvitation, type Invitation } from '@parley/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FormProblem } from '../../components/FormProblem.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { PublicPage } from '../../shell/PublicPage.tsx';
import { invitationQuery } from './invitation-query.ts';
import { useAcceptInvitation } from './use-accept-invitation.ts';

/** Behind a link that works once: makes the owner or another user, or gives a user a new password. */
export function WelcomePage({ token }: { token: string }) {
  const { data: invitation } = useSuspenseQuery(invitationQuery(token));
  const isNew = invitation.purpose === 'invitation';
  const navigate = useNavigate();
  const form = useContractForm(AcceptInvitation, emptyForm(invitation));
  const accept = useAcceptInvitation(token, {
    onSignedIn: () => void navigate({ to: isNew && invitation.role === 'owner' ? '/welcome' : '/' }),
    onError: form.refuse,
  });
  return (
    <PublicPage title={isNew ? 'Welcome to Parley' : 'Choose a new password'}>
      <form onSubmit={form.onSubmit((values) => accept.mutate(values))} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            {introduction(invitation)}
          </Text>
          {isNew && <TextInput label="Your name" autoComplete="name" autoFocus {...form.getInputProps('name')} />}
          {invitation.email === null ? (
            <TextInput label="E-mail" type="email" autoComplete="username" {...form.getInputProps('email')} />
          ) : (
            <TextInput label="E-mail" type="email" autoComplete="username" value={invitation.email} readOnly />
          )}
          <PasswordInput
            label="Password"
            description="At least 10 characters. A sentence is easy to remember."
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          {invitation.needs_code && (
            <TextInput
              label="Code"
              description="Six digits of your authenticator app, or a recovery code."
              autoComplete="one-time-code"
              {...form.getInputProps('code')}
            />
          )}
          <FormProblem error={accept.error} form={form} />
          <Button type="submit" loading={accept.isPending} fullWidth>
            {isNew ? 'Create my login' : 'Set the password'}
          </Button>
        </Stack>
      </form>
    </PublicPage>
  );
}

const articles = { owner: 'the owner', admin: 'an admin', member: 'a member', viewer: 'a viewer' } as const;

function introduction({ purpose, role, account_name, email }: Invitation): string {
  if (purpose === 'new_password') return `For ${email ?? 'your login'} at ${account_name}.`;
  return `You will be ${articles[role]} of the account “${account_name}”. You sign in with your e-mail address and a password; no e-mail is sent.`;
}

function emptyForm({ purpose, email, needs_code }: Invitation): AcceptInvitation {
  return {
    password: '',
    ...(purpose === 'invitation' ? { name: '' } : {}),
    ...(purpose === 'invitation' && email === null ? { email: '' } : {}),
    ...(needs_code ? { code: '' } : {}),
  };
}
