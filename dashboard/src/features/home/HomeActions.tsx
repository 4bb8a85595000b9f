import { Icon } from '../../components/Icon.tsx';
import { ButtonLink } from '../../components/links.ts';
import { useCan } from '../session/use-session.ts';

/** What most people come for: talking to an agent. */
export function HomeActions() {
  const canCall = useCan('calls:write');
  if (!canCall) return null;
  return (
    <ButtonLink to="/welcome" leftSection={<Icon name="microphone" />}>
      Try an agent
    </ButtonLink>
  );
}
