import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { agentQuery } from '../agent-query.ts';
import { VersionDetail } from './VersionDetail.tsx';
import { VersionList } from './VersionList.tsx';
import classes from './VersionsPage.module.css';
import { agentVersionsQuery } from './versions-query.ts';

interface VersionsPageProps {
  agentId: string;
  /** The one that is shown; the newest when left out. */
  version: number | undefined;
  against: 'before' | 'now';
}

export function VersionsPage({ agentId, version, against }: VersionsPageProps) {
  const { data: agent } = useSuspenseQuery(agentQuery(agentId));
  const { data: versions } = useSuspenseQuery(agentVersionsQuery(agentId));
  const shown = versions.data.find((entry) => entry.version === version) ?? versions.data[0];
  return (
    <>
      <PageHeader
        title={`Versions of ${agent.name}`}
        description="All published versions. You can restore any of them; none is deleted."
        actions={
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/agents/$agentId" params={{ agentId }} {...props} />}
          >
            Edit agent
          </Button>
        }
      />
      <div className={classes.columns}>
        <VersionList agentId={agentId} versions={versions.data} shown={shown?.version} />
        {shown && <VersionDetail agent={agent} version={shown} against={against} />}
      </div>
    </>
  );
}
