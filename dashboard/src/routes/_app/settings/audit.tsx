import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '../../../features/audit/AuditPage.tsx';
import { auditQuery } from '../../../features/audit/audit-query.ts';
import { AuditSearch } from '../../../features/audit/audit-search.ts';

export const Route = createFileRoute('/_app/settings/audit')({
  validateSearch: AuditSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => context.queryClient.ensureQueryData(auditQuery(deps)),
  component: Audit,
});

function Audit() {
  const navigate = Route.useNavigate();
  return <AuditPage search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />;
}
