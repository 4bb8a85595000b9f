import { useEffect, useRef, useState } from 'react';

/** Plays one short recording at a time; what plays is stopped with the component. */
export function useClip() {
  const audio = useRef<HTMLAudioElement | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const stop = () => {
    audio.current?.pause();
    audio.current = null;
    setPlaying(false);
  };
  useEffect(() => () => audio.current?.pause(), []);
  const play = async (recording: Blob) => {
    audio.current?.pause();
    const url = URL.createObjectURL(recording);
    const player = new Audio(url);
    audio.current = player;
    const isCurrent = () => audio.current === player;
    player.onended = () => isCurrent() && stop();
    player.onpause = () => URL.revokeObjectURL(url);
    setPlaying(true);
    await player.play().catch(() => isCurrent() && stop());
  };
  return { play, stop, isPlaying };
}
