/** The role of a leg in its call: the person whom the agent talks with, the target of a transfer, a supervisor. */
export type LegRole = 'caller' | 'target' | 'supervisor';

/** What a leg may be that joins a call. */
export type JoiningRole = Exclude<LegRole, 'caller'>;

/** Every audio source of a call: its legs, its agent, what a waiting caller hears, and a transfer target's briefing. */
export type Source = LegRole | 'agent' | 'waiting_tone' | 'briefing';

/** All that hears. */
export type Listener = LegRole | 'agent';

/**
 * How the parties of a call are connected. `agent`: the agent talks with the caller. `dialing`: the target is being called.
 * `held`: the caller waits, and neither hears the agent nor is heard by it. `consulting`: the agent briefs the target. `bridged`: caller and target talk with each other. `conference`: and the
 * agent with both.
 */
export type Connection = 'agent' | 'held' | 'dialing' | 'consulting' | 'bridged' | 'conference';

/** Whom each listener hears in each connection. A supervisor who has taken over is heard by all who hear the agent. */
export const audible: Record<Connection, Record<Listener, readonly Source[]>> = {
  agent: {
    caller: ['agent'],
    agent: ['caller'],
    target: [],
    supervisor: ['caller', 'agent'],
  },
  held: {
    caller: ['waiting_tone'],
    agent: [],
    target: [],
    supervisor: ['caller'],
  },
  dialing: {
    caller: ['agent', 'waiting_tone'],
    agent: ['caller'],
    target: [],
    supervisor: ['caller', 'agent'],
  },
  consulting: {
    caller: ['agent', 'waiting_tone'],
    agent: ['caller'],
    target: ['briefing'],
    supervisor: ['caller', 'agent', 'target', 'briefing'],
  },
  bridged: {
    caller: ['target'],
    agent: [],
    target: ['caller'],
    supervisor: ['caller', 'target'],
  },
  conference: {
    caller: ['agent', 'target'],
    agent: ['caller', 'target'],
    target: ['caller', 'agent'],
    supervisor: ['caller', 'agent', 'target'],
  },
};

/** What a caller hears who waits for another person: the telephone there, or music. */
export type WaitingSound = 'ringing' | 'music';
