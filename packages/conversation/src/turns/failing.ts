import { hangUp } from './agent-turn.ts';
import { CLOSED, enter, type Handler, silenceAgent, stay } from './turn-step.ts';

/** A provider has failed for good, or the host has to go: a last word, while there is a voice to give it, and the end. */
export const apologize: Handler<'failed'> = (state, { role, endReason, atMs }) => {
  const silent = silenceAgent(state);
  if (role === 'tts') {
    const step = hangUp(state, atMs, endReason);
    return { state: step.state, effects: [...silent, ...step.effects] };
  }
  const closing = { endReason, interruptible: false, worded: false, saidMs: null } as const;
  return enter(state, 'ending', atMs, { ...CLOSED, speculated: null, closing }, [
    ...silent,
    { type: 'say', line: endReason === 'interrupted_by_restart' ? 'farewell' : 'apology' },
  ]);
};

/** The call was ending anyway: only a voice that fails changes how. */
export const endAtOnce: Handler<'failed'> = (state, { role, atMs }) => {
  if (role !== 'tts' || !state.closing || state.closing.saidMs !== null) return stay(state);
  const step = hangUp(state, atMs, state.closing.endReason);
  return { state: step.state, effects: [{ type: 'drop_speech', for: null }, ...step.effects] };
};

/** A machine's announcement can be waited out without a recognizer or a model. */
export const failWithoutVoiceOnly: Handler<'failed'> = (state, event, settings) =>
  event.role === 'tts' ? apologize(state, event, settings) : stay(state);

/** Somebody outside has ended the call. */
export const end: Handler<'hung_up'> = (state, { atMs }) =>
  enter(state, 'ended', atMs, { speculated: null, closing: null }, silenceAgent(state));
