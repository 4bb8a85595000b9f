import { createFileRoute } from '@tanstack/react-router';
import { PageHeader } from '../../components/PageHeader.tsx';

export const Route = createFileRoute('/_app/')({ component: Home });

function Home() {
  return <PageHeader title="Home" />;
}
