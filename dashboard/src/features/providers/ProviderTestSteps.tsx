import { Button } from '@mantine/core';
import type { ProviderTest, ProviderTestStep } from '@parley/contract';
import { Icon } from '../../components/Icon.tsx';
import { TestStepList } from '../../components/TestStepList.tsx';
import { useClip } from '../../components/use-clip.ts';
import { formatMs } from '../../format/number.ts';
import { dataAudio } from './data-audio.ts';

const names: Record<ProviderTestStep['name'], string> = {
  transcriber: 'Listens',
  model: 'Thinks',
  voice: 'Speaks',
};

export function ProviderTestSteps({ test }: { test: ProviderTest }) {
  const steps = test.steps.map((step) => ({
    ...{ name: names[step.name], ok: step.ok, remedy: step.remedy },
    detail: <StepDetail step={step} />,
  }));
  return <TestStepList ok={test.ok} steps={steps} />;
}

function StepDetail({ step: { detail, first_result_ms: firstMs, text, audio } }: { step: ProviderTestStep }) {
  return (
    <>
      {firstMs !== null && `${formatMs(firstMs)}. `}
      {detail}
      {text !== null && !detail.includes(text) && <div>“{text}”</div>}
      {audio !== null && <Sample address={audio} />}
    </>
  );
}

/** The page's policy has no `data:` for media, so it is played as a file of its own. */
function Sample({ address }: { address: string }) {
  const { play, stop, isPlaying } = useClip();
  return (
    <div>
      <Button
        mt={6}
        size="compact-sm"
        variant="default"
        leftSection={<Icon name={isPlaying ? 'stop' : 'play'} size={14} />}
        onClick={isPlaying ? stop : () => void play(dataAudio(address))}
      >
        {isPlaying ? 'Stop' : 'Listen to it'}
      </Button>
    </div>
  );
}
