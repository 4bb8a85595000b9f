import type { Permission } from '@parley/contract';
import { Notice } from './Notice.tsx';

/** For a page that this user may not see. */
export function NoPermission({ permission, isPage }: { permission?: Permission; isPage?: boolean }) {
  return (
    <Notice icon="lock" title="You may not see this" isPage={isPage ?? false}>
      Your role lacks {permission === undefined ? 'a permission' : `the permission ${permission}`} that this page needs.
      An owner or an admin can change your role.
    </Notice>
  );
}
