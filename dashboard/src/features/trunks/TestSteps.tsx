import type { TrunkTest, TrunkTestStep } from '@parley/contract';
import { TestStepList } from '../../components/TestStepList.tsx';

const names: Record<TrunkTestStep['name'], string> = {
  dns: 'Host',
  tcp: 'Connection',
  tls: 'Encryption',
  registration: 'Registration',
  options: 'SIP response',
  call: 'Call',
  ringing: 'Ringing',
  answered: 'Answered',
  media_received: 'Audio received',
  media_sent: 'Audio sent',
};

export function TestSteps({ test }: { test: TrunkTest }) {
  return <TestStepList ok={test.ok} steps={test.steps.map((step) => ({ ...step, name: names[step.name] }))} />;
}
