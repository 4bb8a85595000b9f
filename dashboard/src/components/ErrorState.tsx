import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { isApiError } from '../api/api-error.ts';
import { NoPermission } from './NoPermission.tsx';
import { Notice } from './Notice.tsx';

interface ErrorStateProps {
  error: unknown;
  /** Tries again; the whole page is loaded again when it is left out. */
  retry?: () => void;
  /** It is all that there is on the page. */
  isPage?: boolean;
}

/** Where a page or a part of one could not be loaded: what happened, and what to do. */
export function ErrorState({ error, retry, isPage = false }: ErrorStateProps) {
  const router = useRouter();
  if (isApiError(error, 'forbidden')) return <NoPermission isPage={isPage} />;
  if (isApiError(error, 'not_found')) return <NotFound />;
  const again = (
    <Button variant="default" onClick={retry ?? (() => void router.invalidate())}>
      Try again
    </Button>
  );
  if (isApiError(error, 'offline')) {
    return (
      <Notice icon="offline" title="No connection to Parley" role="alert" action={again} isPage={isPage}>
        {error.message}
      </Notice>
    );
  }
  return (
    <Notice icon="warning" title="This could not be loaded" role="alert" action={again} isPage={isPage}>
      {error instanceof Error ? error.message : 'Something failed.'}
      {isApiError(error) && error.requestId !== null && (
        <>
          <br />
          Request id: {error.requestId}
        </>
      )}
    </Notice>
  );
}

/** For an address that leads nowhere, and for what is deleted. */
export function NotFound() {
  return (
    <Notice
      icon="search"
      title="There is nothing here"
      isPage
      action={
        <Button variant="default" component="a" href="/">
          Go to Home
        </Button>
      }
    >
      The address is wrong, or the item has been deleted.
    </Notice>
  );
}
