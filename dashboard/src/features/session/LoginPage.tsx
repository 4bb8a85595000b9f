import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Login, type SingleSignOnProblem } from '@parley/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { isApiError } from '../../api/api-error.ts';
import { FormProblem } from '../../components/FormProblem.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { PublicPage } from '../../shell/PublicPage.tsx';
import { loginOptionsQuery } from './login-options-query.ts';
import { NoUsersYet } from './NoUsersYet.tsx';
import { SingleSignOn } from './SingleSignOn.tsx';
import { useSignIn } from './use-sign-in.ts';

interface LoginPageProps {
  next?: string | undefined;
  /** What ended single sign-on. */
  problem?: SingleSignOnProblem | undefined;
}

export function LoginPage({ next = '/', problem }: LoginPageProps) {
  const { data: options } = useSuspenseQuery(loginOptionsQuery);
  const { history } = useRouter();
  const form = useContractForm(Login, { email: '', password: '' });
  const signIn = useSignIn({ onSignedIn: () => history.push(next), onError: form.refuse });
  const needsCode = isApiError(signIn.error) && signIn.error.param === 'code';
  if (options.needs_owner) return <NoUsersYet />;
  return (
    <PublicPage title="Sign in">
      <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
        <Stack>
          <TextInput label="E-mail" type="email" autoComplete="username" autoFocus {...form.getInputProps('email')} />
          <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
          {(needsCode || form.values.code !== undefined) && (
            <TextInput
              label="Code"
              description="Six digits of your authenticator app, or a recovery code."
              autoComplete="one-time-code"
              inputMode="text"
              autoFocus
              {...form.getInputProps('code')}
              value={form.values.code ?? ''}
            />
          )}
          <FormProblem error={signIn.error} form={form} />
          <Button type="submit" loading={signIn.isPending} fullWidth>
            Sign in
          </Button>
          {options.single_sign_on && <SingleSignOn next={next} problem={problem} />}
        </Stack>
      </form>
    </PublicPage>
  );
}
