import { useEffect, useRef } from 'react';
import type { LiveConnection } from '../../live/live-connection.ts';
import classes from './LiveCall.module.css';

/** How loud the call is. It is drawn past React: it changes with every frame. */
export function LevelMeter({ connection }: { connection: LiveConnection | null }) {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!connection) return;
    let frame = requestAnimationFrame(function draw() {
      if (bar.current) bar.current.style.transform = `scaleX(${connection.level()})`;
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [connection]);
  return (
    <span className={classes.meter} role="img" aria-label="You are listening">
      <span className={classes.level} ref={bar} />
    </span>
  );
}
