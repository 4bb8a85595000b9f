import { dashboardRoutes, type PreviewVoice } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { dashboardResponse } from '../../../api/dashboard.ts';
import { notifyFailed } from '../../../components/notify.tsx';
import { useClip } from '../../../components/use-clip.ts';

/** Plays a sentence in a voice. */
export function usePreviewVoice() {
  const clip = useClip();
  const preview = useMutation({
    mutationFn: async (body: PreviewVoice) => (await dashboardResponse(dashboardRoutes.previewVoice, { body })).blob(),
    onSuccess: clip.play,
    onError: notifyFailed,
  });
  return { play: preview.mutate, stop: clip.stop, isPlaying: clip.isPlaying, isLoading: preview.isPending };
}
