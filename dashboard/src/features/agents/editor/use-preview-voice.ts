import { dashboardRoutes, type PreviewVoice } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { dashboardResponse } from '../../../api/dashboard.ts';
import { notifyFailed } from '../../../components/notify.tsx';

/** Plays a sentence in a voice; what plays is stopped with the component. */
export function usePreviewVoice() {
  const audio = useRef<HTMLAudioElement | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const stop = () => {
    audio.current?.pause();
    audio.current = null;
    setPlaying(false);
  };
  useEffect(() => () => audio.current?.pause(), []);
  const preview = useMutation({
    mutationFn: async (body: PreviewVoice) => (await dashboardResponse(dashboardRoutes.previewVoice, { body })).blob(),
    onSuccess: async (sound) => {
      const url = URL.createObjectURL(sound);
      const player = new Audio(url);
      audio.current = player;
      player.onended = stop;
      player.onpause = () => URL.revokeObjectURL(url);
      setPlaying(true);
      await player.play().catch(stop);
    },
    onError: notifyFailed,
  });
  return { play: preview.mutate, stop, isPlaying, isLoading: preview.isPending };
}
