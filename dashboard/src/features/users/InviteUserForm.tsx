import { Radio, Stack, TextInput } from '@mantine/core';
import { type InvitedUser, InviteUser, type Role } from '@parley/contract';
import { FormButtons } from '../../components/FormButtons.tsx';
import { FormProblem } from '../../components/FormProblem.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { useSession } from '../session/use-session.ts';
import { manageableRoles, roleMeanings, roleNames } from './roles.ts';
import { useInviteUser } from './use-invite-user.ts';

interface InviteUserFormProps {
  onInvited: (user: InvitedUser) => void;
  onCancel: () => void;
}

export function InviteUserForm({ onInvited, onCancel }: InviteUserFormProps) {
  const { permissions } = useSession();
  const form = useContractForm(InviteUser, { email: '', role: 'member' as Role });
  const invite = useInviteUser({ onInvited, onError: form.refuse });
  return (
    <form onSubmit={form.onSubmit((values) => invite.mutate(values))} noValidate>
      <Stack>
        <TextInput
          label="E-mail"
          description="The person will sign in with it. Parley sends no e-mail: pass the link on yourself."
          type="email"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <Radio.Group label="Role" {...form.getInputProps('role')}>
          <Stack gap={10} mt={6}>
            {manageableRoles(permissions).map((role) => (
              <Radio key={role} value={role} label={roleNames[role]} description={roleMeanings[role]} />
            ))}
          </Stack>
        </Radio.Group>
        <FormProblem error={invite.error} form={form} />
        <FormButtons submit="Invite user" isPending={invite.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
