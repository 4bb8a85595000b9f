type Fault =
  | 'dialled twice'
  | 'dialled though never accepted'
  | 'accepted and lost'
  | 'one key, two calls'
  | 'not ended'
  | 'batch does not add up'
  | 'over the concurrent limit'
  | 'over the limit of a minute'
  | 'slot not free'
  | 'dialog left open'
  | 'dialog never stored'
  | 'webhook event lost'
  | 'webhook event with several ids'
  | 'recorded untruthfully'
  | 'hang-up not obeyed'
  | 'start failed'
  | 'ended by itself'
  | 'not ready again';

export interface Violation {
  fault: Fault;
  detail: string;
}
