/**
 * What people and machines say when they answer, in one language. `{name}`, `{company}` and `{number}` are filled in;
 * `|` is a pause of the speaker's.
 */
export interface GreetingTexts {
  /** BCP 47. */
  language: string;
  /** Of espeak-ng. */
  voice: string;
  names: string[];
  companies: string[];
  numbers: string[];
  /** All that most people say. */
  oneWord: string[];
  withName: string[];
  receptionist: string[];
  /** People who talk for long before they wait for an answer. */
  longPerson: string[];
  /** Said into the room, with the telephone at the ear. */
  toOthers: string[];
  /** To an agent that has said who it is. */
  replies: string[];
  personal: string[];
  carrier: string[];
  mailboxFull: string[];
  closed: string[];
  screening: string[];
  menu: string[];
}
