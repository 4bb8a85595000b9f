import { createContext, useContext, useSyncExternalStore } from 'react';

/**
 * The recording that plays on a call's page. It is a store of its own, because its position changes with every frame: a
 * component renders only when the part that it shows changes.
 */
export class Playback {
  readonly audio = new Audio();
  readonly #listeners = new Set<() => void>();
  #frame: number | undefined;

  constructor() {
    this.audio.preload = 'metadata';
    for (const event of ['play', 'playing', 'pause', 'seeked', 'seeking', 'ended', 'error', 'ratechange']) {
      this.audio.addEventListener(event, this.#follow);
    }
  }

  get positionS(): number {
    return this.audio.currentTime;
  }

  get isPlaying(): boolean {
    return !this.audio.paused;
  }

  get hasFailed(): boolean {
    return this.audio.error !== null;
  }

  /** Nothing is loaded again when it is the same recording with a fresh signature. */
  load(url: string): void {
    if (this.audio.src !== '' && new URL(this.audio.src).pathname === new URL(url, window.location.href).pathname)
      return;
    this.audio.src = url;
  }

  toggle(): void {
    if (this.isPlaying) this.audio.pause();
    // Refused only without a click, or when the recording cannot be read, which `hasFailed` tells.
    else void this.audio.play().catch(() => {});
  }

  seek(positionS: number): void {
    const durationS = Number.isFinite(this.audio.duration) ? this.audio.duration : Number.POSITIVE_INFINITY;
    this.audio.currentTime = Math.max(0, Math.min(positionS, durationS));
    this.#follow();
  }

  playFrom(positionS: number): void {
    this.seek(positionS);
    if (!this.isPlaying) this.toggle();
  }

  skip(byS: number): void {
    this.seek(this.positionS + byS);
  }

  set rate(rate: number) {
    this.audio.playbackRate = rate;
  }

  end(): void {
    this.audio.pause();
    this.audio.removeAttribute('src');
    this.audio.load();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly #follow = (): void => {
    for (const listener of this.#listeners) listener();
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = this.isPlaying ? requestAnimationFrame(this.#follow) : undefined;
  };
}

export const PlaybackContext = createContext<Playback | null>(null);

/** What `select` makes of the recording's position and state: draws again only when that changes. */
export function usePlayback<Selected extends string | number | boolean | null>(
  select: (playback: Playback) => Selected,
): Selected {
  const playback = useThePlayback();
  return useSyncExternalStore(playback.subscribe, () => select(playback));
}

export function useThePlayback(): Playback {
  const playback = useContext(PlaybackContext);
  if (!playback) throw new Error('There is no recording above this component.');
  return playback;
}
