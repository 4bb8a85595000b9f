/** What a state does with an event: where it goes, and what is done on the way, in this order. */
export interface Transition<State extends string, Effect extends string> {
  readonly next: State;
  readonly effects: readonly Effect[];
}

/** A complete machine: the compiler demands an answer for every event in every state. */
export type StateTable<State extends string, Event extends string, Effect extends string> = Readonly<
  Record<State, Readonly<Record<Event, Transition<State, Effect>>>>
>;

export function to<State extends string, Effect extends string>(
  next: State,
  ...effects: Effect[]
): Transition<State, Effect> {
  return { next, effects };
}
