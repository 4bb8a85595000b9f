import type { TurnSettings } from './turn-state.ts';

/** What a silence of both sides leads to. */
export function silenceVerdict(
  { quietMs, reminders }: { quietMs: number; reminders: number },
  settings: Pick<TurnSettings, 'reminderMs' | 'endMs' | 'maxReminders'>,
): 'wait' | 'remind' | 'give_up' {
  const mayRemind = reminders < settings.maxReminders;
  if (quietMs < (mayRemind ? settings.reminderMs : settings.endMs)) return 'wait';
  return mayRemind ? 'remind' : 'give_up';
}
