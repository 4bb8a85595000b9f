import { hangUp } from './last-words.ts';
import { type Ending, ending, type LeavingMessage } from './phase.ts';
import { after, enter, type Handler, silenceAgent, stay, withoutUtterance } from './turn-step.ts';

/** A provider has failed for good, or the host has to go: a last word, while there is a voice to give it, and the end. */
export const apologize: Handler<'failed'> = (state, { isMute, endReason, atMs }) => {
  const silent = silenceAgent(state);
  if (isMute) return after(silent, hangUp(state, atMs, endReason));
  const closing = { endReason, interruptible: false, worded: false, saidMs: null };
  return enter({ ...withoutUtterance(state), speculated: null }, ending(atMs, closing), [
    ...silent,
    { type: 'say', line: endReason === 'interrupted_by_restart' ? 'farewell' : 'apology' },
  ]);
};

/** The call was ending anyway: only a voice that fails changes how. */
export const endAtOnce: Handler<'failed', Ending> = (state, { role, atMs }) => {
  const { endReason, saidMs } = state.phase.closing;
  if (role !== 'tts' || saidMs !== null) return stay(state);
  return after([{ type: 'drop_speech', for: null }], hangUp(state, atMs, endReason));
};

/** Without a voice there is no message. */
export const leaveNoMessage: Handler<'failed', LeavingMessage> = (state, { role, atMs }) =>
  role === 'tts' ? after([{ type: 'drop_speech', for: null }], hangUp(state, atMs, 'voicemail')) : stay(state);

/** A machine's announcement can be waited out without a recognizer or a model. */
export const failWithoutVoiceOnly: Handler<'failed'> = (state, { role, endReason, atMs }) =>
  role === 'tts' ? after(silenceAgent(state), hangUp(state, atMs, endReason)) : stay(state);

/** The call was ended from outside the conversation. */
export const end: Handler<'hung_up'> = (state, { atMs }) =>
  enter({ ...state, speculated: null }, { name: 'ended', sinceMs: atMs }, silenceAgent(state));
