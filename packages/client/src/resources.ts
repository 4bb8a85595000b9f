// Written by write-resources.ts out of the contract; a test fails when it is stale.
// Types of its own, so that the published client needs nothing but itself.

export interface AddNumber {
  /** One that is available, or one of your trunk or carrier account. */
  phone_number: PhoneNumber;
  /** Connects a number of this trunk; without it and `carrier_id` the number is bought. */
  trunk_id?: string;
  /** Connects a number that this carrier account of yours has already; nothing is bought. */
  carrier_id?: string;
  /** The agent that it rings. */
  agent_id?: string | null;
}

export interface Agent {
  /** Identifier of the agent; read-only. */
  agent_id: string;
  /** For people; the agent does not say it by itself. */
  name: string;
  /** An inactive agent places no calls. */
  status: 'active' | 'inactive';
  /** Controls the agent's behaviour; {{name}} is replaced by the call's variables. */
  prompt: string;
  /** What the agent says first; null lets the model begin. */
  first_message: string | null;
  /** The voice: provider/name, or a bare name of the default provider. */
  voice_id: string;
  /** The language model: provider/name, or a bare name of the default provider. */
  model: string;
  /** Who listens: provider, or provider/model; null: the best that is configured. */
  transcriber: string | null;
  /** The primary language, as a BCP 47 tag; auto: that of the first message, and then that of the caller, whom the transcriber has to tell languages apart for. */
  language: AgentLanguage;
  /** The IANA time zone of {{current_time}}. */
  timezone: TimeZone;
  /** Longest duration of a call in seconds. From 1 to 14400. */
  max_duration: number;
  /** Seconds of ringing after which a call ends no_answer. From 5 to 120. */
  ring_timeout: number;
  /** What the caller hears while an answer takes its time, behind "One moment, please.": more such phrases, so that no silence gets as long as 2.5 s; nothing; or music. */
  waiting: 'phrases' | 'silence' | 'music';
  /** Defaults for variables that a call leaves out. */
  variables: Variables;
  /** Spoken before everything else, for example that the call is recorded. */
  disclosure: string | null;
  /** Labels of its own that a call of this agent may end with, such as booked or call_back_later: up to 64 lower case letters, digits and _, beginning with a letter. */
  outcomes: string[];
  /** The JSON Schema of what is read out of each call when it is over, and returned as `analysis.data`; null: nothing is. It takes a language model. */
  extraction: ExtractionSchema | null;
  /** Tools beyond end_call, which is always there. */
  tools: AgentTool[];
  /** Asked for variables of an inbound call before the agent speaks; null: none. */
  variables_webhook: VariablesWebhook | null;
  fallbacks: Fallbacks;
  turn_taking: TurnTaking;
  voicemail: Voicemail;
  recording: Recording;
  knowledge: Knowledge;
  /** The number that rings this agent; read-only. */
  phone_number: PhoneNumber | null;
  /** Goes up by one when something changes; read-only. */
  version: number;
  /** Unix time in whole seconds; read-only. */
  created_at: number;
  /** Unix time in whole seconds; read-only. */
  updated_at: number;
}

/** A field of an agent that can be set. */
export type AgentField =
  | 'name'
  | 'status'
  | 'prompt'
  | 'first_message'
  | 'voice_id'
  | 'model'
  | 'transcriber'
  | 'language'
  | 'timezone'
  | 'max_duration'
  | 'ring_timeout'
  | 'waiting'
  | 'variables'
  | 'disclosure'
  | 'outcomes'
  | 'extraction'
  | 'tools'
  | 'variables_webhook'
  | 'fallbacks'
  | 'turn_taking'
  | 'voicemail'
  | 'recording'
  | 'knowledge';

/** A BCP 47 language tag; auto: a call begins in the language of the first message, and goes on in the one that the caller changes to. */
export type AgentLanguage = string;

export interface AgentList {
  /** All agents of the account. */
  data: Agent[];
  /** How many there are. */
  total: number;
}

/** The fields to change; what is left out stays as it is. */
export interface AgentPatch {
  /** For people; the agent does not say it by itself. */
  name?: string;
  /** An inactive agent places no calls. */
  status?: 'active' | 'inactive';
  /** Controls the agent's behaviour; {{name}} is replaced by the call's variables. */
  prompt?: string;
  /** What the agent says first; null lets the model begin. */
  first_message?: string | null;
  /** The voice: provider/name, or a bare name of the default provider. */
  voice_id?: string;
  /** The language model: provider/name, or a bare name of the default provider. */
  model?: string;
  /** Who listens: provider, or provider/model; null: the best that is configured. */
  transcriber?: string | null;
  /** The primary language, as a BCP 47 tag; auto: that of the first message, and then that of the caller, whom the transcriber has to tell languages apart for. */
  language?: AgentLanguage;
  /** The IANA time zone of {{current_time}}. */
  timezone?: TimeZone;
  /** Longest duration of a call in seconds. From 1 to 14400. */
  max_duration?: number;
  /** Seconds of ringing after which a call ends no_answer. From 5 to 120. */
  ring_timeout?: number;
  /** What the caller hears while an answer takes its time, behind "One moment, please.": more such phrases, so that no silence gets as long as 2.5 s; nothing; or music. */
  waiting?: 'phrases' | 'silence' | 'music';
  /** Defaults for variables that a call leaves out. */
  variables?: Variables;
  /** Spoken before everything else, for example that the call is recorded. */
  disclosure?: string | null;
  /** Labels of its own that a call of this agent may end with, such as booked or call_back_later: up to 64 lower case letters, digits and _, beginning with a letter. */
  outcomes?: string[];
  /** The JSON Schema of what is read out of each call when it is over, and returned as `analysis.data`; null: nothing is. It takes a language model. */
  extraction?: ExtractionSchema | null;
  /** Tools beyond end_call, which is always there. */
  tools?: GivenAgentTool[];
  /** Asked for variables of an inbound call before the agent speaks; null: none. */
  variables_webhook?: GivenVariablesWebhook | null;
  /** Merged field by field. */
  fallbacks?: {
    /** Who takes over, in this order, when the transcriber fails. */
    transcriber?: string[];
    /** Who takes over, in this order, when the model fails. */
    model?: string[];
    /** Who takes over, in this order, when the voice fails. */
    voice_id?: string[];
  };
  /** Merged field by field. */
  turn_taking?: {
    /** Silence that ends a turn of the caller. From 200 to 3000. */
    endpointing_ms?: number;
    /** Speech over the agent that counts as interrupting. From 100 to 2000. */
    interruption_ms?: number;
    /** Silence after which the agent asks again. From 2000 to 60000. */
    reminder_ms?: number;
    /** Silence after the last reminder that ends the call. From 2000 to 120000. */
    end_ms?: number;
  };
  /** Merged field by field. */
  voicemail?: {
    /** hangup: end the call; message: leave the message after the beep. */
    action?: 'hangup' | 'message';
    /** Spoken after the beep; may hold {{variables}}. */
    message?: string | null;
  };
  /** Merged field by field. */
  recording?: {
    /** Whether calls of this agent are recorded. */
    enabled?: boolean;
  };
  /** Merged field by field. */
  knowledge?: {
    /** Documents of the account that the agent knows. */
    document_ids?: string[];
    /** tool: the agent looks up what it wants with search_knowledge; context: with each turn of the caller it is shown the passages that fit; both: the one and the other. */
    mode?: 'tool' | 'context' | 'both';
  };
}

/** All that can be set of an agent. */
export interface AgentSettings {
  /** For people; the agent does not say it by itself. */
  name: string;
  /** An inactive agent places no calls. */
  status: 'active' | 'inactive';
  /** Controls the agent's behaviour; {{name}} is replaced by the call's variables. */
  prompt: string;
  /** What the agent says first; null lets the model begin. */
  first_message: string | null;
  /** The voice: provider/name, or a bare name of the default provider. */
  voice_id: string;
  /** The language model: provider/name, or a bare name of the default provider. */
  model: string;
  /** Who listens: provider, or provider/model; null: the best that is configured. */
  transcriber: string | null;
  /** The primary language, as a BCP 47 tag; auto: that of the first message, and then that of the caller, whom the transcriber has to tell languages apart for. */
  language: AgentLanguage;
  /** The IANA time zone of {{current_time}}. */
  timezone: TimeZone;
  /** Longest duration of a call in seconds. From 1 to 14400. */
  max_duration: number;
  /** Seconds of ringing after which a call ends no_answer. From 5 to 120. */
  ring_timeout: number;
  /** What the caller hears while an answer takes its time, behind "One moment, please.": more such phrases, so that no silence gets as long as 2.5 s; nothing; or music. */
  waiting: 'phrases' | 'silence' | 'music';
  /** Defaults for variables that a call leaves out. */
  variables: Variables;
  /** Spoken before everything else, for example that the call is recorded. */
  disclosure: string | null;
  /** Labels of its own that a call of this agent may end with, such as booked or call_back_later: up to 64 lower case letters, digits and _, beginning with a letter. */
  outcomes: string[];
  /** The JSON Schema of what is read out of each call when it is over, and returned as `analysis.data`; null: nothing is. It takes a language model. */
  extraction: ExtractionSchema | null;
  /** Tools beyond end_call, which is always there. */
  tools: AgentTool[];
  /** Asked for variables of an inbound call before the agent speaks; null: none. */
  variables_webhook: VariablesWebhook | null;
  fallbacks: Fallbacks;
  turn_taking: TurnTaking;
  voicemail: Voicemail;
  recording: Recording;
  knowledge: Knowledge;
}

/** What the agent may do besides talking and ending the call. */
export type AgentTool = SendDtmfTool | TransferCallTool | HttpTool | McpTool;

/** An agent as it was. */
export interface AgentVersion {
  /** Counts up from 1. */
  version: number;
  /** Unix time in whole seconds. */
  created_at: number;
  /** Null where it is not known any more. */
  changed_by: ChangedBy | null;
  /** The fields that are not as in the version before; none for the first. */
  changed: AgentField[];
  /** The version that was restored by this one; null for any other change. */
  restored_from: number | null;
  settings: AgentSettings;
}

export interface AgentVersionList {
  /** Every version, the newest first. */
  data: AgentVersionSummary[];
  /** How many there are. */
  total: number;
}

/** A version of an agent, without its settings. */
export interface AgentVersionSummary {
  /** Counts up from 1. */
  version: number;
  /** Unix time in whole seconds. */
  created_at: number;
  /** Null where it is not known any more. */
  changed_by: ChangedBy | null;
  /** The fields that are not as in the version before; none for the first. */
  changed: AgentField[];
  /** The version that was restored by this one; null for any other change. */
  restored_from: number | null;
}

export type AnsweredBy = 'human' | 'voicemail' | 'ivr' | 'unknown';

/** A key that is not revoked; the key itself is shown when it is made. */
export interface ApiKey {
  /** Identifier of the key. */
  key_id: string;
  /** What it is for; null for keys of the command line. */
  name: string | null;
  /** What it may do. */
  permissions: (
    | 'calls:read'
    | 'calls:write'
    | 'agents:read'
    | 'agents:write'
    | 'webhooks:write'
    | 'numbers:read'
    | 'numbers:write'
    | 'providers:write'
    | 'keys:write'
    | 'users:write'
    | 'account:write'
  )[];
  /** Its last four characters, to know it by. */
  last_four: string;
  /** Unix time in whole seconds. */
  created_at: number;
  /** Unix seconds, to the minute; null when never. */
  last_used_at: number | null;
  /** Unix seconds; null when it is valid until it is revoked. */
  expires_at: number | null;
}

export interface ApiKeyList {
  /** All keys that are not revoked, newest first. */
  data: ApiKey[];
  /** How many there are. */
  total: number;
}

/** Settings that were different from the agent for this call. */
export interface AppliedOverrides {
  /** Controls the agent's behaviour; {{name}} is replaced by the call's variables. */
  prompt?: string;
  /** What the agent says first; null lets the model begin. */
  first_message?: string | null;
  /** The voice: provider/name, or a bare name of the default provider. */
  voice_id?: string;
  /** The language model: provider/name, or a bare name of the default provider. */
  model?: string;
  /** Who listens: provider, or provider/model; null: the best that is configured. */
  transcriber?: string | null;
  /** The primary language, as a BCP 47 tag; auto: that of the first message, and then that of the caller, whom the transcriber has to tell languages apart for. */
  language?: AgentLanguage;
  /** The IANA time zone of {{current_time}}. */
  timezone?: TimeZone;
  /** Seconds of ringing after which a call ends no_answer. From 5 to 120. */
  ring_timeout?: number;
  /** What the caller hears while an answer takes its time, behind "One moment, please.": more such phrases, so that no silence gets as long as 2.5 s; nothing; or music. */
  waiting?: 'phrases' | 'silence' | 'music';
  /** Spoken before everything else, for example that the call is recorded. */
  disclosure?: string | null;
  /** Labels of its own that a call of this agent may end with, such as booked or call_back_later: up to 64 lower case letters, digits and _, beginning with a letter. */
  outcomes?: string[];
  /** The JSON Schema of what is read out of each call when it is over, and returned as `analysis.data`; null: nothing is. It takes a language model. */
  extraction?: ExtractionSchema | null;
  /** Tools beyond end_call, which is always there. */
  tools?: AgentTool[];
  /** Merged field by field. */
  fallbacks?: {
    /** Who takes over, in this order, when the transcriber fails. */
    transcriber?: string[];
    /** Who takes over, in this order, when the model fails. */
    model?: string[];
    /** Who takes over, in this order, when the voice fails. */
    voice_id?: string[];
  };
  /** Merged field by field. */
  turn_taking?: {
    /** Silence that ends a turn of the caller. From 200 to 3000. */
    endpointing_ms?: number;
    /** Speech over the agent that counts as interrupting. From 100 to 2000. */
    interruption_ms?: number;
    /** Silence after which the agent asks again. From 2000 to 60000. */
    reminder_ms?: number;
    /** Silence after the last reminder that ends the call. From 2000 to 120000. */
    end_ms?: number;
  };
  /** Merged field by field. */
  voicemail?: {
    /** hangup: end the call; message: leave the message after the beep. */
    action?: 'hangup' | 'message';
    /** Spoken after the beep; may hold {{variables}}. */
    message?: string | null;
  };
  /** Merged field by field. */
  recording?: {
    /** Whether calls of this agent are recorded. */
    enabled?: boolean;
  };
  /** Merged field by field. */
  knowledge?: {
    /** Documents of the account that the agent knows. */
    document_ids?: string[];
    /** tool: the agent looks up what it wants with search_knowledge; context: with each turn of the caller it is shown the passages that fit; both: the one and the other. */
    mode?: 'tool' | 'context' | 'both';
  };
}

/** A number that can be bought. */
export interface AvailableNumber {
  phone_number: PhoneNumber;
  /** ISO 3166 code of the country. */
  country: string;
  /** Area code. */
  area_code: string;
  source: NumberSource;
}

export interface AvailableNumberList {
  /** Numbers that are free, up to limit. */
  data: AvailableNumber[];
  /** How many there are in these areas. */
  total: number;
}

/** queued + in_progress + completed + failed = total, at every moment. */
export interface Batch {
  /** Identifier of the batch. */
  batch_id: string;
  /** The agent that talks to all recipients. */
  agent_id: string;
  /** For people. */
  name: string | null;
  status: BatchStatus;
  /** Whether calls that have not begun wait until the batch is resumed. */
  paused: boolean;
  /** Recipients. */
  total: number;
  /** Calls that have not begun. */
  queued: number;
  /** Calls that are being dialled or talking. */
  in_progress: number;
  /** Calls that were answered and ended in order. */
  completed: number;
  /** Calls that were never answered, broken off, or canceled with the batch. */
  failed: number;
  /** When the calls are sent, in Unix seconds. */
  schedule_at: number;
  /** Unix time in whole seconds. */
  created_at: number;
  /** The batch whose recipients it calls again. */
  retry_of: string | null;
}

/** Every call of a batch is over, however it ended. */
export interface BatchCompletedEvent {
  /** Identifier of the event: the same at every attempt, so that a receiver knows repeats. */
  id: string;
  type: 'batch.completed';
  /** Unix time in whole seconds. */
  created_at: number;
  data: Batch;
}

export interface BatchPage {
  /** Newest first. */
  data: Batch[];
  /** Batches that the filters let through, counted up to 10 000. */
  total: number;
  /** False when there are more than 10 000. */
  total_exact: boolean;
  /** As asked for. */
  limit: number;
  /** As asked for. */
  offset: number;
  /** Whether a further page follows. */
  has_more: boolean;
}

export interface BatchProgressEvent {
  /** Grows from event to event, with gaps. */
  id: number;
  event: 'batch.progress';
  data: Batch;
}

export interface BatchRecipient {
  /** Whom to call, in E.164 format; once in a batch. */
  phone: PhoneNumber;
  /** Values that replace {{name}} for this recipient. */
  variables?: Variables;
  /** Values of your own, which are returned with this recipient's call; they come over those of the batch. */
  metadata?: Metadata;
}

/** What came of one recipient. */
export interface BatchResult {
  /** Identifier of the call. */
  call_id: string;
  /** The number that was called. */
  recipient_phone: string;
  /** What the request gave for this recipient. */
  variables: Variables;
  /** What the request gave to know the call by. */
  metadata: Metadata;
  status: CallStatus;
  /** Why the call ended; null until it is over. */
  end_reason: EndReason | null;
  /** Who answered, as far as it was heard. */
  answered_by: AnsweredBy | null;
  /** What came of it; null until the call is analyzed. */
  outcome: string | null;
  /** How the person sounded; null when they said nothing. */
  sentiment: Sentiment | null;
  /** In a few sentences; null until the call is analyzed. */
  summary: string | null;
  /** Seconds from answer to end; null until the call is over. */
  duration: number | null;
  /** Unix seconds; null while unanswered. */
  answered_at: number | null;
  /** Unix seconds; null until the call is over. */
  ended_at: number | null;
}

export interface BatchResults {
  /** All recipients, in the order in which they were given. */
  data: BatchResult[];
  /** How many there are. */
  total: number;
}

/** completed: every call of it is over, however it ended. */
export type BatchStatus = 'scheduled' | 'in_progress' | 'completed' | 'canceled';

/** A call with everything known of it. What is not known yet is null, never absent. */
export interface Call {
  /** Identifier of the call. */
  call_id: string;
  status: CallStatus;
  phase: CallPhase;
  /** outbound: placed by the agent. */
  direction: 'outbound' | 'inbound';
  /** browser: a person talked with the agent from the dashboard; the call is inbound, its recipient_phone a number of the agent or the account, its from_number null. */
  channel: 'phone' | 'browser';
  /** The agent that talks. */
  agent_id: string;
  /** Its version when the call was created. */
  agent_version: number;
  /** The batch that the call belongs to. */
  batch_id: string | null;
  /** The number that was called. */
  recipient_phone: string;
  /** The number that called; null when it was withheld. */
  from_number: string | null;
  /** What the request gave for this call. */
  variables: Variables;
  /** What the request gave to know the call by; empty for an inbound call. */
  metadata: Metadata;
  /** Longest duration in seconds. */
  max_duration: number;
  /** Unix time in whole seconds. */
  created_at: number;
  /** Unix seconds; null while unanswered. */
  answered_at: number | null;
  /** Unix seconds; null while it lasts. */
  ended_at: number | null;
  /** Seconds from answer to end; 0 when never answered, null while it lasts. */
  duration: number | null;
  /** Who answered, as far as it was heard. */
  answered_by: AnsweredBy | null;
  /** Why it ended; null while it lasts. */
  end_reason: EndReason | null;
  /** Who ended it; null while it lasts. */
  ended_by: EndedBy | null;
  /** The number that the person was connected with by a transfer, the last one of several; null: with none. */
  transferred_to: string | null;
  /** Final SIP response, where there was one: 200 answered, 486 busy, 603 declined, 480 unavailable, 404 no such number, 487 given up before the answer. */
  sip_code: number | null;
  /** How the person sounded; null when they said nothing. */
  sentiment: Sentiment | null;
  /** `success`, `partial`, `failure`, `no_answer`, `busy`, `voicemail`, `transferred`, `opted_out`, `error`, or a label of the agent's own; null until the call is analyzed. */
  outcome: string | null;
  /** Both sides mixed, as WAV. Signed, valid for 24 h, fresh at each read. */
  recording_url: string | null;
  /** The person left, the agent right, as WAV. Signed, valid for 24 h, fresh at each read. */
  recording_stereo_url: string | null;
  /** How fast the agent answered. */
  latency: CallLatency | null;
  /** What providers and the telephone network charge for it, by the table of prices; null while it lasts. */
  cost: CallCost | null;
  /** True when the simulated phone was rung and no real telephone. */
  simulated: boolean;
  /** What was different from the agent for this call; null: nothing was. */
  overrides: AppliedOverrides | null;
  /** What the trunk or the carrier of an inbound call says of the caller; null: nothing, or the call came by none. */
  caller_identity: CallerIdentity | null;
  /** Whether a person has put the call on hold: PATCH /calls/{call_id}. */
  on_hold: boolean;
  /** What was said, in order; null until it ends. */
  transcript: TranscriptTurn[] | null;
  /** In a few sentences; null until the call is analyzed. */
  summary: string | null;
  /** How the analysis was made; null until then. */
  analysis: CallAnalysis | null;
}

export interface CallAnalysis {
  /** Who wrote summary, sentiment and outcome: plain rules, or a language model. */
  method: 'rules' | 'model';
  /** What did not go as configured, in words. */
  warnings: string[];
  /** What was read out of the call by the agent's `extraction`, and is valid by it; null where there is none, or where a warning says why not. */
  data: Record<string, unknown> | null;
}

/** Summary, sentiment and outcome are written: nothing changes any more. */
export interface CallAnalyzed {
  /** The call. */
  call_id: string;
  /** The agent that talks. */
  agent_id: string;
  /** The batch that the call belongs to. */
  batch_id: string | null;
  /** Unix time in seconds, with millisecond precision. */
  at: number;
  status: CallStatus;
  end_reason: EndReason;
  /** How it went. */
  outcome: string | null;
  /** How the person sounded; null when they said nothing. */
  sentiment: Sentiment | null;
}

export interface CallAnalyzedEvent {
  /** Grows from event to event, with gaps. */
  id: number;
  event: 'call.analyzed';
  data: CallAnalyzed;
}

/** A call was answered. */
export interface CallAnsweredEvent {
  /** Identifier of the event: the same at every attempt, so that a receiver knows repeats. */
  id: string;
  type: 'call.answered';
  /** Unix time in whole seconds. */
  created_at: number;
  data: Call;
}

/** A call that was answered ended in order. Sent once for each call, after its analysis. */
export interface CallCompletedEvent {
  /** Identifier of the event: the same at every attempt, so that a receiver knows repeats. */
  id: string;
  type: 'call.completed';
  /** Unix time in whole seconds. */
  created_at: number;
  data: Call;
}

/** A person listened in, whispered, took over, gave back, put on hold, resumed, transferred, sent the agent away or hung up. */
export interface CallControl {
  /** The call. */
  call_id: string;
  /** The agent that talks. */
  agent_id: string;
  /** The batch that the call belongs to. */
  batch_id: string | null;
  /** Unix time in seconds, with millisecond precision. */
  at: number;
  action: CallControlAction;
  /** Who did it. */
  by: {
    /** What acted. */
    type: 'key' | 'user' | 'softphone' | 'operator' | 'system';
    /** The key, the user or the softphone; null for others. */
    id: string | null;
  };
  /** The hint of a whisper; null for everything else. */
  text: string | null;
}

/** What a person did with a live call. */
export type CallControlAction =
  | 'listening_started'
  | 'listening_ended'
  | 'whispered'
  | 'taken_over'
  | 'given_back'
  | 'held'
  | 'resumed'
  | 'agent_released'
  | 'transfer_requested'
  | 'hangup_requested';

export interface CallControlEvent {
  /** Grows from event to event, with gaps. */
  id: number;
  event: 'call.control';
  data: CallControl;
}

/** By the prices that held when the call ended; it never changes afterwards. */
export interface CallCost {
  /** ISO 4217. */
  currency: string;
  /** In units of the currency: total_micros / 1 000 000. */
  total: number;
  /** In millionths of the currency: the sum of the items with a price. */
  total_micros: number;
  /** What was used, by provider. What is built in costs 0. */
  items: CostItem[];
  /** What was used and has no price, as provider/name: the total is without it. PUT /prices sets one. */
  unpriced: string[];
}

export interface CallDiagnosis {
  /** The call. */
  call_id: string;
  /** By the gravest finding: good when nothing is wrong with the line, unknown while the call lasts and when nothing of it is kept. */
  health: 'good' | 'impaired' | 'bad' | 'unknown';
  /** In plain words. */
  verdict: string;
  /** The gravest first. */
  findings: DiagnosisFinding[];
  /** The signalling, in order. It is kept for 30 days. */
  ladder: LadderMessage[];
  /** Messages in the middle that are not kept. */
  ladder_omitted: number;
  /** The audio of each leg; empty where the call was not answered. */
  media: MediaLeg[];
}

/** What happened to a call; `event` tells what `data` is. */
export type CallEvent = CallStateEvent | CallTurnEvent | CallToolEvent | CallAnalyzedEvent | CallControlEvent;

export interface CallEventList {
  /** In the order in which they happened. */
  data: CallEvent[];
  /** How many there are. */
  total: number;
  /** What the network did to the audio; null until the call ends, and when it was not answered. */
  line: LineFigures | null;
}

export interface CallExport {
  /** Newest first, as many as there are. */
  data: ExportedCall[];
}

/** A call was never answered, or was broken off. Sent once for each call, after its analysis. */
export interface CallFailedEvent {
  /** Identifier of the event: the same at every attempt, so that a receiver knows repeats. */
  id: string;
  type: 'call.failed';
  /** Unix time in whole seconds. */
  created_at: number;
  data: Call;
}

/** An outbound call has left the queue and is being dialled. */
export interface CallInitiatedEvent {
  /** Identifier of the event: the same at every attempt, so that a receiver knows repeats. */
  id: string;
  type: 'call.initiated';
  /** Unix time in whole seconds. */
  created_at: number;
  data: Call;
}

/** From the end of the caller's speech to the first audio of the agent, measured on the audio itself. */
export interface CallLatency {
  /** Half of the turns were answered within this time. */
  turn_p50_ms: number;
  /** 19 of 20 turns were answered within this time. */
  turn_p95_ms: number;
  /** How many turns were measured. */
  turns: number;
  /** How long each stage took; they overlap. Empty where no turn has stages. */
  stages: StageLatency[];
}

/** Settings of the agent that are different for this call; what is left out is as the agent has it. Objects are merged field by field, lists are replaced, tools too: a secret given with them is sealed with the call, and null keeps that of the agent in a header of a tool of the same name, method and address. */
export interface CallOverrides {
  /** Controls the agent's behaviour; {{name}} is replaced by the call's variables. */
  prompt?: string;
  /** What the agent says first; null lets the model begin. */
  first_message?: string | null;
  /** The voice: provider/name, or a bare name of the default provider. */
  voice_id?: string;
  /** The language model: provider/name, or a bare name of the default provider. */
  model?: string;
  /** Who listens: provider, or provider/model; null: the best that is configured. */
  transcriber?: string | null;
  /** The primary language, as a BCP 47 tag; auto: that of the first message, and then that of the caller, whom the transcriber has to tell languages apart for. */
  language?: AgentLanguage;
  /** The IANA time zone of {{current_time}}. */
  timezone?: TimeZone;
  /** Seconds of ringing after which a call ends no_answer. From 5 to 120. */
  ring_timeout?: number;
  /** What the caller hears while an answer takes its time, behind "One moment, please.": more such phrases, so that no silence gets as long as 2.5 s; nothing; or music. */
  waiting?: 'phrases' | 'silence' | 'music';
  /** Spoken before everything else, for example that the call is recorded. */
  disclosure?: string | null;
  /** Labels of its own that a call of this agent may end with, such as booked or call_back_later: up to 64 lower case letters, digits and _, beginning with a letter. */
  outcomes?: string[];
  /** The JSON Schema of what is read out of each call when it is over, and returned as `analysis.data`; null: nothing is. It takes a language model. */
  extraction?: ExtractionSchema | null;
  /** Tools beyond end_call, which is always there. */
  tools?: GivenAgentTool[];
  /** Merged field by field. */
  fallbacks?: {
    /** Who takes over, in this order, when the transcriber fails. */
    transcriber?: string[];
    /** Who takes over, in this order, when the model fails. */
    model?: string[];
    /** Who takes over, in this order, when the voice fails. */
    voice_id?: string[];
  };
  /** Merged field by field. */
  turn_taking?: {
    /** Silence that ends a turn of the caller. From 200 to 3000. */
    endpointing_ms?: number;
    /** Speech over the agent that counts as interrupting. From 100 to 2000. */
    interruption_ms?: number;
    /** Silence after which the agent asks again. From 2000 to 60000. */
    reminder_ms?: number;
    /** Silence after the last reminder that ends the call. From 2000 to 120000. */
    end_ms?: number;
  };
  /** Merged field by field. */
  voicemail?: {
    /** hangup: end the call; message: leave the message after the beep. */
    action?: 'hangup' | 'message';
    /** Spoken after the beep; may hold {{variables}}. */
    message?: string | null;
  };
  /** Merged field by field. */
  recording?: {
    /** Whether calls of this agent are recorded. */
    enabled?: boolean;
  };
  /** Merged field by field. */
  knowledge?: {
    /** Documents of the account that the agent knows. */
    document_ids?: string[];
    /** tool: the agent looks up what it wants with search_knowledge; context: with each turn of the caller it is shown the passages that fit; both: the one and the other. */
    mode?: 'tool' | 'context' | 'both';
  };
}

export interface CallPage {
  /** Newest first. */
  data: CallSummary[];
  /** Calls that the filters let through, counted up to 10 000. */
  total: number;
  /** False when there are more than 10 000. */
  total_exact: boolean;
  /** As asked for. */
  limit: number;
  /** As asked for. */
  offset: number;
  /** Whether a further page follows. */
  has_more: boolean;
}

/** The shape of both sides of a recording, for drawing it. */
export interface CallPeaks {
  /** Length of the recording in seconds. */
  duration: number;
  /** Two lists of the same length, the person and the agent: the loudest sample of each stretch, from 0 to 1. At most 4 000 of them. */
  peaks: number[][];
}

/** Where a call is, finer than its status; ended: nothing changes any more. */
export type CallPhase =
  | 'queued'
  | 'dialing'
  | 'ringing'
  | 'talking'
  | 'transferring'
  | 'ending'
  | 'analyzing'
  | 'ended';

/** A signature of STIR/SHAKEN (RFC 8224, 8225, 8588). */
export interface CallSignature {
  /** A: the provider knows its customer, and that the number is theirs. B: it knows its customer. C: it knows where the call came in. null: it cannot be read. */
  attestation: 'A' | 'B' | 'C' | null;
  /** The number that is vouched for; null: it cannot be read, or the caller hides it. */
  orig: string | null;
  /** The numbers that were called. */
  dest: string[];
  /** verified: the signature is of a provider that is trusted, and of this call. failed: it is not. unverified: that is not known, and `reason` says why. */
  verdict: 'verified' | 'unverified' | 'failed';
  /** Why it is not verified, in words; null: it is. */
  reason: string | null;
  /** Who has signed it, by the code in a certificate that is trusted; null: not known. */
  provider_code: string | null;
}

/** A call has moved on. */
export interface CallStateChange {
  /** The call. */
  call_id: string;
  /** The agent that talks. */
  agent_id: string;
  /** The batch that the call belongs to. */
  batch_id: string | null;
  /** Unix time in seconds, with millisecond precision. */
  at: number;
  /** outbound: placed by the agent. */
  direction: 'outbound' | 'inbound';
  /** The number that was called. */
  recipient_phone: string;
  /** The number that called; null when it was withheld. */
  from_number: string | null;
  /** Where the call was; null when it has just begun. */
  from: CallPhase | null;
  /** Where the call is now: analyzing when it is over and not analyzed yet. */
  to: CallPhase;
  status: CallStatus;
  /** Why it ended; null while it lasts. */
  end_reason: EndReason | null;
  /** Who ended it; null while it lasts. */
  ended_by: EndedBy | null;
  /** The SIP response that brought the change, where there was one. */
  sip_code: number | null;
}

export interface CallStateEvent {
  /** Grows from event to event, with gaps. */
  id: number;
  event: 'call.state';
  data: CallStateChange;
}

/** Moves initiated → active → completed or failed, or initiated → failed. */
export type CallStatus = 'initiated' | 'active' | 'completed' | 'failed';

/** A call in a list: without transcript, summary and analysis. */
export interface CallSummary {
  /** Identifier of the call. */
  call_id: string;
  status: CallStatus;
  phase: CallPhase;
  /** outbound: placed by the agent. */
  direction: 'outbound' | 'inbound';
  /** browser: a person talked with the agent from the dashboard; the call is inbound, its recipient_phone a number of the agent or the account, its from_number null. */
  channel: 'phone' | 'browser';
  /** The agent that talks. */
  agent_id: string;
  /** Its version when the call was created. */
  agent_version: number;
  /** The batch that the call belongs to. */
  batch_id: string | null;
  /** The number that was called. */
  recipient_phone: string;
  /** The number that called; null when it was withheld. */
  from_number: string | null;
  /** What the request gave for this call. */
  variables: Variables;
  /** What the request gave to know the call by; empty for an inbound call. */
  metadata: Metadata;
  /** Longest duration in seconds. */
  max_duration: number;
  /** Unix time in whole seconds. */
  created_at: number;
  /** Unix seconds; null while unanswered. */
  answered_at: number | null;
  /** Unix seconds; null while it lasts. */
  ended_at: number | null;
  /** Seconds from answer to end; 0 when never answered, null while it lasts. */
  duration: number | null;
  /** Who answered, as far as it was heard. */
  answered_by: AnsweredBy | null;
  /** Why it ended; null while it lasts. */
  end_reason: EndReason | null;
  /** Who ended it; null while it lasts. */
  ended_by: EndedBy | null;
  /** The number that the person was connected with by a transfer, the last one of several; null: with none. */
  transferred_to: string | null;
  /** Final SIP response, where there was one: 200 answered, 486 busy, 603 declined, 480 unavailable, 404 no such number, 487 given up before the answer. */
  sip_code: number | null;
  /** How the person sounded; null when they said nothing. */
  sentiment: Sentiment | null;
  /** `success`, `partial`, `failure`, `no_answer`, `busy`, `voicemail`, `transferred`, `opted_out`, `error`, or a label of the agent's own; null until the call is analyzed. */
  outcome: string | null;
  /** Both sides mixed, as WAV. Signed, valid for 24 h, fresh at each read. */
  recording_url: string | null;
  /** The person left, the agent right, as WAV. Signed, valid for 24 h, fresh at each read. */
  recording_stereo_url: string | null;
  /** How fast the agent answered. */
  latency: CallLatency | null;
  /** What providers and the telephone network charge for it, by the table of prices; null while it lasts. */
  cost: CallCost | null;
  /** True when the simulated phone was rung and no real telephone. */
  simulated: boolean;
}

export interface CallToolEvent {
  /** Grows from event to event, with gaps. */
  id: number;
  event: 'call.tool';
  data: CallToolStarted;
}

/** The agent uses a tool, whose result is not there yet. */
export interface CallToolStarted {
  /** The call. */
  call_id: string;
  /** The agent that talks. */
  agent_id: string;
  /** The batch that the call belongs to. */
  batch_id: string | null;
  /** Unix time in seconds, with millisecond precision. */
  at: number;
  /** What is used, and with which arguments. */
  tool: {
    name: string;
    arguments: Record<string, unknown>;
  };
  /** Seconds from answer; the turn that follows with its result has the same `start` and tool. */
  start: number;
}

/** The person was connected with another number, `transferred_to`; the call ends at this moment, or, where Parley stays between both, when they have talked, and may be transferred once more before. */
export interface CallTransferredEvent {
  /** Identifier of the event: the same at every attempt, so that a receiver knows repeats. */
  id: string;
  type: 'call.transferred';
  /** Unix time in whole seconds. */
  created_at: number;
  data: Call;
}

export interface CallTurnEvent {
  /** Grows from event to event, with gaps. */
  id: number;
  event: 'call.turn';
  data: CallTurnSpoken;
}

/** A turn is complete: spoken, interrupted, or a tool that was used. */
export interface CallTurnSpoken {
  /** The call. */
  call_id: string;
  /** The agent that talks. */
  agent_id: string;
  /** The batch that the call belongs to. */
  batch_id: string | null;
  /** Unix time in seconds, with millisecond precision. */
  at: number;
  /** Counts the turns of the call as they became known: a turn that was interrupted may come late. */
  number: number;
  /** As it will stand in the transcript. */
  turn: TranscriptTurn;
}

/** What the trunk or the carrier says of the caller and of the way that the call took (RFC 3325, 3323, 5806, 7044). Beyond the specification. */
export interface CallerIdentity {
  /** Who calls, as the network vouches (P-Asserted-Identity); null: it does not, or the caller does not want to be known. */
  asserted: string | null;
  /** The name with it; null: none, or the caller hides it. */
  name: string | null;
  /** What is to be hidden, as the caller or the network asks (Privacy): id, user, header, history, none. */
  privacy: string[];
  /** Numbers that the call was forwarded from (Diversion), the latest first. */
  diverted_from: {
    /** A number in E.164 format, or where there is none the SIP address; null: it does not want to be known. */
    number: string | null;
    /** Why, such as unconditional, user-busy, no-answer; null: not given. */
    reason: string | null;
    /** How often it was diverted there. */
    times: number;
  }[];
  /** Where the call was on its way (History-Info), in order. */
  history: {
    /** Its place: 1.2 is the second target of what 1 was forwarded to. */
    index: string;
    /** A number in E.164 format, or where there is none the SIP address; null: it does not want to be known. */
    number: string | null;
    /** The SIP status with which the call went on, such as 302 or 486; null: not given. */
    cause: number | null;
  }[];
  /** What a provider has signed about the call (STIR/SHAKEN); null: nothing. */
  stir: CallSignature | null;
}

/** An account of yours with a carrier that sells numbers and carries calls. */
export type CarrierAccount = TwilioCarrier | TelnyxCarrier;

export interface CarrierAccountList {
  /** All of the account, in the order in which they were connected. */
  data: CarrierAccount[];
  /** How many there are. */
  total: number;
}

export interface CarrierTest {
  /** Whether every step went well. */
  ok: boolean;
  /** In order; what depends on a step that fails is not tried. */
  steps: CarrierTestStep[];
}

export interface CarrierTestStep {
  /** public_url: what goes there comes to this service; websocket: WebSockets do, over which the audio comes; credentials: the carrier takes the auth token or API key; numbers, of Twilio: it reports calls to them here; connection, of Telnyx: the Voice API application is there, can call, and reports here; signature, where the last that came for the account was not signed for it. */
  name: 'public_url' | 'websocket' | 'credentials' | 'numbers' | 'connection' | 'signature';
  /** Whether it went well. */
  ok: boolean;
  /** What happened, in words. */
  detail: string;
  /** What to do about it; null when nothing needs to be done. */
  remedy: string | null;
}

/** The fields to change; what is left out stays as it is. A Twilio account has `auth_token`, a Telnyx account `api_key` and `public_key`. */
export interface ChangeCarrier {
  /** For people. */
  name?: string;
  /** The auth token of the account at Twilio; never shown again. */
  auth_token?: string;
  /** An API key of the account at Telnyx; never shown again. */
  api_key?: string;
  /** The key with which Telnyx signs what it reports. */
  public_key?: string;
}

/** The fields to change; what is left out stays as it is. */
export interface ChangeDocument {
  /** What it is called. */
  name?: string;
}

export interface ChangeKey {
  /** What it is for, in your words. */
  name?: string;
}

/** The fields to change; what is left out stays as it is. */
export interface ChangeNumber {
  /** The agent that it rings; null takes it away. */
  agent_id?: string | null;
  /** Makes it the account's default number, in the place of the present one. */
  is_default?: true;
}

/** The fields to change; what is left out stays as it is. */
export interface ChangeProvider {
  /** What it is called, and what may stand in the place of the vendor in `model`, `voice_id` and `transcriber`. */
  name?: string;
  /** Where it is reached; null: the vendor's own address. */
  base_url?: string | null;
  /** Sealed at once, and never shown again. */
  api_key?: string | null;
}

/** The fields to change; what is left out stays as it is. */
export interface ChangeSoftphone {
  srtp?: SoftphoneSrtp;
  digest?: SoftphoneDigest;
}

/** The fields to change; what is left out stays as it is. */
export interface ChangeTrunk {
  /** For people. */
  name?: string;
  /** Host name, IPv4 or IPv6 address; names are looked up again all the time. */
  host?: string;
  /** SIP port: mostly 5060, over TLS 5061; with that one the servers are those of the SRV records of host, where it has some, and with `transport` auto those of its NAPTR records. From 1 to 65535. */
  port?: number;
  transport?: TrunkTransport;
  /** Where all messages go instead of to host and port, which stay what numbers and registrations are of: host, or host:port. null: there is none. */
  outbound_proxy?: string | null;
  authentication?: TrunkAuthentication;
  /** What the trunk knows us by; for digest and register. */
  username?: string | null;
  registration_mode?: TrunkRegistrationMode;
  srtp?: TrunkSrtp;
  /** The codecs of its calls. A call out offers them in this order; of a call that comes in the first that it offers and that is here is taken. From 1 to 4. */
  codecs?: TrunkCodec[];
  /** Where calls and audio of this trunk come from besides its host: addresses and networks, of IPv4 and IPv6. */
  inbound_addresses?: string[];
  /** What the callee sees when the call is from a number that is not connected from this trunk. */
  caller_id?: PhoneNumber | null;
  /** The trunk of the account that takes calls out which this one cannot take: it responds 503, no server of it can be connected with, or none responds. What the callee sees is as with `caller_id` there. null: such calls fail. */
  fallback_trunk_id?: string | null;
  /** Calls at once, both ways; null: no limit. From 1 to 10000. */
  max_calls?: number | null;
  /** For digest and register; never shown again. */
  password?: string | null;
  /** disabled: no calls go through it. */
  status?: 'active' | 'disabled';
}

export interface ChangeUser {
  /** What the user may do. */
  role?: 'owner' | 'admin' | 'member' | 'viewer';
  /** disabled: every session ends at once, and no new one begins. */
  status?: 'active' | 'disabled';
}

export interface ChangeWebhook {
  /** Where events are posted. */
  url?: string;
  /** Which events. From 1 to 16. */
  events?: (
    | 'call.completed'
    | 'call.failed'
    | 'call.initiated'
    | 'call.answered'
    | 'call.transferred'
    | 'batch.completed'
  )[];
  /** true: deliver again, and forget earlier failures. */
  enabled?: boolean;
}

/** Who changed something. */
export interface ChangedBy {
  /** operator: the command line on the host of the service; system: Parley itself. */
  type: 'key' | 'user' | 'operator' | 'system';
  /** The key or the user; null for the operator and for Parley itself. */
  id: string | null;
  /** What people know it by; null where it has no name. */
  name: string | null;
}

export interface ConnectNumbers {
  /** The first number of the range. */
  first_number: PhoneNumber;
  /** Its last number, of as many digits: at most 1 000 numbers later. */
  last_number: PhoneNumber;
  /** The trunk whose numbers they are. */
  trunk_id: string;
  /** The agent that they ring. */
  agent_id?: string | null;
}

export interface ConnectedNumbers {
  /** The numbers of the range, in their order. */
  data: OwnedNumber[];
  /** How many there are. */
  total: number;
}

export interface CostItem {
  /** As the agent names it; of telephony, the trunk. */
  provider: string;
  /** Its model or voice; empty where it has none. */
  name: string;
  kind: CostKind;
  /** How much was used. */
  quantity: number;
  unit: UsageUnit;
  /** In millionths of the currency; null: no price is known. */
  micros: number | null;
}

/** model: the language model during the call; analysis: the one that read the transcript afterwards. */
export type CostKind = 'model' | 'voice' | 'transcriber' | 'telephony' | 'analysis';

export interface CreateBatch {
  /** The agent that talks to all recipients. */
  agent_id: string;
  /** All are accepted or none: one bad recipient rejects the batch with its param. From 1 to 10000. */
  recipients: BatchRecipient[];
  /** When the calls are sent, in Unix seconds; now when left out. At most 60 s in the past. */
  schedule_at?: number;
  /** For people: which batch this is. */
  name?: string | null;
  /** Values of your own, which are returned with every call of it. */
  metadata?: Metadata;
  /** Settings of the agent that are different for all calls of this batch. */
  overrides?: CallOverrides;
}

export type CreateCarrier = CreateTwilioCarrier | CreateTelnyxCarrier;

export interface CreateKey {
  /** What it is for, in your words. */
  name: string;
  /** What it may do; nothing that its maker may not. From 1 to 11. */
  permissions: (
    | 'calls:read'
    | 'calls:write'
    | 'agents:read'
    | 'agents:write'
    | 'webhooks:write'
    | 'numbers:read'
    | 'numbers:write'
    | 'providers:write'
    | 'keys:write'
    | 'users:write'
    | 'account:write'
  )[];
  /** Seconds for which it is valid; until it is revoked when left out or null. From 60 to 315360000. */
  expires_in?: number | null;
}

/** Left out: `name` is the vendor, and there is no key. */
export interface CreateProvider {
  vendor: ProviderVendor;
  /** What it is called, and what may stand in the place of the vendor in `model`, `voice_id` and `transcriber`. */
  name?: string;
  /** Where it is reached; null: the vendor's own address. */
  base_url?: string | null;
  /** Sealed at once, and never shown again. */
  api_key?: string | null;
}

export interface CreateSoftphone {
  /** What it is called in transfers: softphone:NAME; no two of the account have the same. */
  name: string;
  srtp?: SoftphoneSrtp;
  digest?: SoftphoneDigest;
}

export interface CreateSuppression {
  /** The number that must not be called, in E.164 format. */
  phone_number: PhoneNumber;
  /** Why, in words, for people. */
  reason?: string | null;
}

export interface CreateTelnyxCarrier {
  /** Telnyx, by its Voice API. */
  kind: 'telnyx';
  /** For people. */
  name?: string;
  /** The Voice API application at Telnyx that calls go through. */
  connection_id: string;
  /** An API key of the account at Telnyx; never shown again. */
  api_key: string;
  /** The key with which Telnyx signs what it reports. */
  public_key: string;
}

export interface CreateTrunk {
  /** For people. */
  name: string;
  /** Host name, IPv4 or IPv6 address; names are looked up again all the time. */
  host: string;
  /** SIP port: mostly 5060, over TLS 5061; with that one the servers are those of the SRV records of host, where it has some, and with `transport` auto those of its NAPTR records. From 1 to 65535. */
  port?: number;
  transport?: TrunkTransport;
  /** Where all messages go instead of to host and port, which stay what numbers and registrations are of: host, or host:port. null: there is none. */
  outbound_proxy?: string | null;
  authentication?: TrunkAuthentication;
  /** What the trunk knows us by; for digest and register. */
  username?: string | null;
  registration_mode?: TrunkRegistrationMode;
  srtp?: TrunkSrtp;
  /** The codecs of its calls. A call out offers them in this order; of a call that comes in the first that it offers and that is here is taken. From 1 to 4. */
  codecs?: TrunkCodec[];
  /** Where calls and audio of this trunk come from besides its host: addresses and networks, of IPv4 and IPv6. */
  inbound_addresses?: string[];
  /** What the callee sees when the call is from a number that is not connected from this trunk. */
  caller_id?: PhoneNumber | null;
  /** The trunk of the account that takes calls out which this one cannot take: it responds 503, no server of it can be connected with, or none responds. What the callee sees is as with `caller_id` there. null: such calls fail. */
  fallback_trunk_id?: string | null;
  /** Calls at once, both ways; null: no limit. From 1 to 10000. */
  max_calls?: number | null;
  /** For digest and register; never shown again. */
  password?: string | null;
  /** disabled: no calls go through it. */
  status?: 'active' | 'disabled';
}

export interface CreateTwilioCarrier {
  /** Twilio. */
  kind: 'twilio';
  /** For people. */
  name?: string;
  /** The account at Twilio. */
  account_sid: string;
  /** The auth token of the account at Twilio; never shown again. */
  auth_token: string;
}

export interface CreateWebhook {
  /** Where events are posted; http or https, without user name or password. */
  url: string;
  /** Which events; call.completed and call.failed when left out. From 1 to 16. */
  events?: (
    | 'call.completed'
    | 'call.failed'
    | 'call.initiated'
    | 'call.answered'
    | 'call.transferred'
    | 'batch.completed'
  )[];
}

export interface CreatedKey {
  /** Identifier of the key. */
  key_id: string;
  /** What it is for; null for keys of the command line. */
  name: string | null;
  /** What it may do. */
  permissions: (
    | 'calls:read'
    | 'calls:write'
    | 'agents:read'
    | 'agents:write'
    | 'webhooks:write'
    | 'numbers:read'
    | 'numbers:write'
    | 'providers:write'
    | 'keys:write'
    | 'users:write'
    | 'account:write'
  )[];
  /** Its last four characters, to know it by. */
  last_four: string;
  /** Unix time in whole seconds. */
  created_at: number;
  /** Unix seconds, to the minute; null when never. */
  last_used_at: number | null;
  /** Unix seconds; null when it is valid until it is revoked. */
  expires_at: number | null;
  /** vk_live_…: the key itself; shown once. */
  api_key: string;
}

/** A new softphone, with its password. */
export interface CreatedSoftphone {
  /** Identifier of the softphone. */
  softphone_id: string;
  /** What it is called in transfers: softphone:NAME; no two of the account have the same. */
  name: string;
  /** What it registers as, by SIP Digest. */
  username: string;
  srtp: SoftphoneSrtp;
  digest: SoftphoneDigest;
  /** Whether calls reach it now: it has registered, and that has not expired. */
  registered: boolean;
  /** Where it is registered, the latest first: all of them ring. */
  contacts: SoftphoneContact[];
  /** Unix time in whole seconds. */
  created_at: number;
  /** Where it registers: host and port of SIP over UDP. */
  registrar: string;
  /** Shown this once: only a hash of it is kept. */
  password: string;
}

export interface CreatedWebhook {
  /** Identifier of the webhook. */
  webhook_id: string;
  /** Where events are posted. */
  url: string;
  /** Which events. */
  events: WebhookEventType[];
  /** Whether events are delivered. */
  enabled: boolean;
  /** Why it is disabled, in words. */
  disabled_reason: string | null;
  /** configuration: set where the service is started, by PARLEY_WEBHOOK_URL; inbox: leads to the inbox of the dashboard. */
  source: 'api' | 'configuration' | 'inbox';
  /** Unix time in whole seconds. */
  created_at: number;
  /** Unix time in whole seconds. */
  updated_at: number;
  /** whsec_…: verifies signatures; shown once. */
  secret: string;
}

/** One attempt to deliver an event. */
export interface DeliveryAttempt {
  /** Unix time in whole seconds. */
  attempted_at: number;
  /** HTTP status of the receiver's response. */
  response_status: number | null;
  /** The first 1 000 characters of the receiver's response; null when it was empty. */
  response_body: string | null;
  /** What went wrong where there was no response. */
  error: string | null;
  /** How long it took. */
  duration_ms: number | null;
}

export interface DeliveryPage {
  /** Newest first. */
  data: WebhookDelivery[];
  /** As asked for. */
  limit: number;
  /** As asked for. */
  offset: number;
  /** Whether a further page follows. */
  has_more: boolean;
}

/** failed: no further attempt follows. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

export interface DiagnosisFinding {
  code: FindingCode;
  /** error: the call failed, or a side heard nothing; warning: it suffered; info: nothing is wrong. */
  severity: 'error' | 'warning' | 'info';
  /** The leg that it is about; the first is 0, those to targets of transfers follow. null: the whole call. */
  leg: number | null;
  /** What it is, in plain words. */
  what: string;
  /** What it follows from. */
  evidence: string;
  /** What to do. */
  remedy: string;
}

export interface DocumentList {
  /** All documents of the account, the oldest first. */
  data: KnowledgeDocument[];
  /** How many there are. */
  total: number;
}

/** A piece of a document. */
export interface DocumentPassage {
  /** The document. */
  document_id: string;
  /** What the document is called. */
  name: string;
  /** Which piece of the document, counted from 1. */
  passage: number;
  /** The headings above it, outermost first; null where there is none. */
  heading: string | null;
  /** What the agent is given. */
  text: string;
  /** How much of what was asked is in it. From 0 to 1. */
  score: number;
}

export interface DocumentSearch {
  /** The best first. */
  data: DocumentPassage[];
  /** How many there are here. */
  total: number;
  /** text: by words alone; hybrid: by words and by embeddings. */
  method: 'text' | 'hybrid';
}

/** processing: its text is being read; ready: agents can use it; failed: error says why. */
export type DocumentStatus = 'processing' | 'ready' | 'failed';

/** What a document is. */
export type DocumentType = 'text/plain' | 'text/markdown' | 'text/html' | 'application/pdf';

/** An e-mail address. */
export type EmailAddress = string;

/** Why a call ended. */
export type EndReason =
  | 'user_hangup'
  | 'agent_hangup'
  | 'max_duration'
  | 'silence_timeout'
  | 'voicemail'
  | 'transferred'
  | 'opted_out'
  | 'no_answer'
  | 'busy'
  | 'rejected'
  | 'invalid_number'
  | 'canceled'
  | 'blocked'
  | 'carrier_error'
  | 'media_timeout'
  | 'llm_error'
  | 'stt_error'
  | 'tts_error'
  | 'duplicate'
  | 'dispatch_lost'
  | 'interrupted_by_restart'
  | 'internal_error';

export type EndedBy = 'agent' | 'user' | 'system';

export interface ErasePerson {
  /** Whose data is erased, in E.164 format. */
  phone_number: PhoneNumber;
}

/** What was erased of one person. */
export interface Erasure {
  /** Calls with this person: they are kept for statistics, without anything of the person. */
  calls: number;
  /** Transcripts and summaries that were erased. */
  transcripts: number;
  /** Recordings that were erased. */
  recordings: number;
  /** Calls whose variables were erased. */
  variables: number;
  /** Events of calls whose words or numbers were erased. */
  events: number;
  /** Stored bodies of webhook events that were erased. */
  webhook_events: number;
  /** Stored responses to Idempotency-Keys that were erased. */
  idempotency_responses: number;
  /** Whether the number is on the suppression list. It stays there, so that the person is not called again. */
  suppressed: boolean;
}

/** What a program decides by; each belongs to one HTTP status. */
export type ErrorCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'unprocessable'
  | 'rate_limited'
  | 'server_error';

/** A call in an export: with its summary, without transcript. */
export interface ExportedCall {
  /** Identifier of the call. */
  call_id: string;
  status: CallStatus;
  phase: CallPhase;
  /** outbound: placed by the agent. */
  direction: 'outbound' | 'inbound';
  /** browser: a person talked with the agent from the dashboard; the call is inbound, its recipient_phone a number of the agent or the account, its from_number null. */
  channel: 'phone' | 'browser';
  /** The agent that talks. */
  agent_id: string;
  /** Its version when the call was created. */
  agent_version: number;
  /** The batch that the call belongs to. */
  batch_id: string | null;
  /** The number that was called. */
  recipient_phone: string;
  /** The number that called; null when it was withheld. */
  from_number: string | null;
  /** What the request gave for this call. */
  variables: Variables;
  /** What the request gave to know the call by; empty for an inbound call. */
  metadata: Metadata;
  /** Longest duration in seconds. */
  max_duration: number;
  /** Unix time in whole seconds. */
  created_at: number;
  /** Unix seconds; null while unanswered. */
  answered_at: number | null;
  /** Unix seconds; null while it lasts. */
  ended_at: number | null;
  /** Seconds from answer to end; 0 when never answered, null while it lasts. */
  duration: number | null;
  /** Who answered, as far as it was heard. */
  answered_by: AnsweredBy | null;
  /** Why it ended; null while it lasts. */
  end_reason: EndReason | null;
  /** Who ended it; null while it lasts. */
  ended_by: EndedBy | null;
  /** The number that the person was connected with by a transfer, the last one of several; null: with none. */
  transferred_to: string | null;
  /** Final SIP response, where there was one: 200 answered, 486 busy, 603 declined, 480 unavailable, 404 no such number, 487 given up before the answer. */
  sip_code: number | null;
  /** How the person sounded; null when they said nothing. */
  sentiment: Sentiment | null;
  /** `success`, `partial`, `failure`, `no_answer`, `busy`, `voicemail`, `transferred`, `opted_out`, `error`, or a label of the agent's own; null until the call is analyzed. */
  outcome: string | null;
  /** Both sides mixed, as WAV. Signed, valid for 24 h, fresh at each read. */
  recording_url: string | null;
  /** The person left, the agent right, as WAV. Signed, valid for 24 h, fresh at each read. */
  recording_stereo_url: string | null;
  /** How fast the agent answered. */
  latency: CallLatency | null;
  /** What providers and the telephone network charge for it, by the table of prices; null while it lasts. */
  cost: CallCost | null;
  /** True when the simulated phone was rung and no real telephone. */
  simulated: boolean;
  /** In a few sentences; null until the call is analyzed. */
  summary: string | null;
}

/** A JSON Schema of the type object, of at most 16 KiB and 10 levels with what its references lead to. A `$ref` leads to a place in the schema itself, such as `#/$defs/address`, and not back to itself; a `pattern` is a regular expression of RE2, without lookarounds and backreferences. Its descriptions tell the model what to look for. */
export type ExtractionSchema = Record<string, unknown>;

/** Who takes over in the middle of a call. What is built in comes last by itself. */
export interface Fallbacks {
  /** Who takes over, in this order, when the transcriber fails. */
  transcriber: string[];
  /** Who takes over, in this order, when the model fails. */
  model: string[];
  /** Who takes over, in this order, when the voice fails. */
  voice_id: string[];
}

/** What was found, for programs. More may come. */
export type FindingCode =
  | 'not_connected'
  | 'carrier_fault'
  | 'answer_refused'
  | 'sound_unreported'
  | 'no_response'
  | 'no_final_response'
  | 'slow_setup'
  | 'late_answer'
  | 'gave_up'
  | 'rang_unanswered'
  | 'caller_refused'
  | 'number_unknown'
  | 'number_incomplete'
  | 'callee_unreachable'
  | 'callee_unavailable'
  | 'callee_busy'
  | 'callee_declined'
  | 'media_refused'
  | 'offer_refused'
  | 'carrier_unavailable'
  | 'redirected'
  | 'call_refused'
  | 'credentials_wanted'
  | 'credentials_wrong'
  | 'ack_missing'
  | 'messages_repeated'
  | 'reinvite_glare'
  | 'session_unknown'
  | 'ended_by_network'
  | 'bye_unanswered'
  | 'ended_for_silence'
  | 'own_address_private'
  | 'peer_address_private'
  | 'peer_contact_private'
  | 'no_sound_sent'
  | 'no_sound_received'
  | 'codec_not_agreed'
  | 'sound_from_elsewhere'
  | 'sound_unreadable'
  | 'sound_interrupted'
  | 'packets_lost'
  | 'packets_late'
  | 'jitter_high'
  | 'clock_drift'
  | 'stray_packets'
  | 'remote_packets_lost'
  | 'keys_unmarked'
  | 'keys_in_band'
  | 'transfer_refused'
  | 'transfer_failed';

/** What the agent may do besides talking and ending the call. */
export type GivenAgentTool = GivenSendDtmfTool | GivenTransferCallTool | GivenHttpTool | GivenMcpTool;

export interface GivenHttpTool {
  /** http: a request to an address of yours. */
  type: 'http';
  /** What the model calls it; no two tools of an agent have the same name. */
  name: string;
  /** What it does and when to use it, for the model. */
  description: string;
  /** Where it is; behind the host it may hold {{variables}} of the call and {{args.name}}, an argument. Other arguments go into the query of GET and DELETE, and into the JSON body of the rest. */
  url: string;
  /** JSON Schema of the arguments; its type is object. Default {"type":"object","properties":{}}. */
  parameters?: Record<string, unknown>;
  /** GET, PUT and DELETE are tried once more where the address is away; POST and PATCH never are. Default "GET". */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Headers of each request; no two have the same name. Default []. */
  headers?: GivenToolHeader[];
  /** Seconds after which the failure of the tool is reported to the model. From 1 to 30. Default 10. */
  timeout?: number;
  /** Said when it takes longer than 1.2 s; null: "One moment, please.". Default null. */
  say?: string | null;
  /** Variables of the call by name, with where they are in a JSON response: $.customer.name. Default {}. */
  variables?: Record<string, string>;
}

export interface GivenMcpTool {
  /** mcp: the tools of a server that speaks MCP over Streamable HTTP. */
  type: 'mcp';
  /** Its name; the prefix of a tool's name that another has as well. */
  name: string;
  /** Address of the server. */
  url: string;
  /** Headers of each request; no two have the same name. Default []. */
  headers?: GivenToolHeader[];
  /** Which of its tools the agent may use; null: all. Default null. */
  tools?: string[] | null;
  /** Seconds after which the failure of the tool is reported to the model. From 1 to 30. Default 10. */
  timeout?: number;
}

export interface GivenSendDtmfTool {
  /** send_dtmf: the agent may press keys. */
  type: 'send_dtmf';
}

/** A header that is sent with each request of a tool. */
export interface GivenToolHeader {
  /** Name of the header. */
  name: string;
  /** What is sent. Of one that is not secret it may hold {{variables}}. A secret is sealed at once, and reads null; null keeps the one that this header of this tool has. Default null. */
  value?: string | null;
  /** Whether the value is a secret, which is never shown again. Default false. */
  secret?: boolean;
  /** What was read may be sent back: it says nothing. Default false. */
  value_set?: boolean;
}

export interface GivenTransferCallTool {
  /** transfer_call: the agent may hand the call over. */
  type: 'transfer_call';
  /** Whom the agent may hand a call to; no two have the same name. From 1 to 20. */
  destinations: GivenTransferDestination[];
  /** Spoken before the transfer; null: what the model says. Default null. */
  message?: string | null;
  /** cold: the target is connected at once. warm: Parley calls the number, briefs the target, and connects them when they say yes or press 1; the agent goes on when they decline. conference: Parley calls the number, and the target talks with the person and the agent, who stays; when the agent ends the call, the two others go on. Default "cold". */
  mode?: 'cold' | 'warm' | 'conference';
  /** What the target hears before accepting a warm transfer; null: a summary by the agent's model, where it is a language model. Default null. */
  briefing?: string | null;
  /** refer: the line is asked to connect the person with the number (SIP REFER); with mode warm once the target has taken the call (REFER with Replaces), and Parley stays between both where the line does not. bridge: Parley calls the number and stays between both, with a second slot, and records them. auto: with mode cold refer, and bridge where the line does not transfer calls; else bridge. Default "auto". */
  method?: 'auto' | 'refer' | 'bridge';
  /** What the number is shown where Parley calls it: own, the number that this call is from or came to; caller, the number of the person, where it is known and the way is a SIP trunk, which has to permit it. Default "own". */
  caller_id?: 'own' | 'caller';
  /** What the person hears while Parley calls the number. Default "ringing". */
  waiting_sound?: 'ringing' | 'music';
  /** Seconds after which a number that Parley calls has not answered. From 5 to 120. Default 30. */
  ring_timeout?: number;
}

/** Whom the agent may hand a call to. */
export interface GivenTransferDestination {
  /** What the model calls it. */
  name: string;
  phone_number: TransferTo;
  /** When to choose it, for the model. Default "". */
  description?: string;
}

/** Where the variables of an inbound call come from. */
export interface GivenVariablesWebhook {
  /** Where variables are asked for before the agent speaks; it has 2 s. */
  url: string;
  /** What requests are signed with, as Standard Webhooks says: whsec_ and Base64. Sealed at once, and never shown; null keeps the one that is there. Default null. */
  secret?: string | null;
  /** What was read may be sent back: it says nothing. Default false. */
  secret_set?: boolean;
}

export interface HttpTool {
  /** http: a request to an address of yours. */
  type: 'http';
  /** What the model calls it; no two tools of an agent have the same name. */
  name: string;
  /** What it does and when to use it, for the model. */
  description: string;
  /** Where it is; behind the host it may hold {{variables}} of the call and {{args.name}}, an argument. Other arguments go into the query of GET and DELETE, and into the JSON body of the rest. */
  url: string;
  /** JSON Schema of the arguments; its type is object. */
  parameters: Record<string, unknown>;
  /** GET, PUT and DELETE are tried once more where the address is away; POST and PATCH never are. */
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Seconds after which the failure of the tool is reported to the model. From 1 to 30. */
  timeout: number;
  /** Said when it takes longer than 1.2 s; null: "One moment, please.". */
  say: string | null;
  /** Variables of the call by name, with where they are in a JSON response: $.customer.name. */
  variables: Record<string, string>;
  /** Headers of each request. */
  headers: ToolHeader[];
}

export interface InviteUser {
  /** Whom the link is for; nothing is sent to it. */
  email: EmailAddress;
  /** What the user may do; no more than the inviting user may. */
  role: 'owner' | 'admin' | 'member' | 'viewer';
}

export interface InvitedUser {
  /** Identifier of the user. */
  user_id: string;
  /** What the user signs in with; null until the invitation is used. */
  email: string | null;
  /** What the user is called; null until the invitation is used. */
  name: string | null;
  role: Role;
  status: UserStatus;
  /** Whether an authenticator app is asked for at sign-in. */
  totp_enabled: boolean;
  /** Unix seconds until which an invitation or a link for a new password is valid; null without one. */
  link_expires_at: number | null;
  /** Unix seconds, to the minute; null when never. */
  last_seen_at: number | null;
  /** Unix time in whole seconds. */
  created_at: number;
  /** Hand it to the person: it works once, for seven days; shown once. */
  link: string;
}

/** What the agent knows beside its prompt. */
export interface Knowledge {
  /** Documents of the account that the agent knows. */
  document_ids: string[];
  /** tool: the agent looks up what it wants with search_knowledge; context: with each turn of the caller it is shown the passages that fit; both: the one and the other. */
  mode: 'tool' | 'context' | 'both';
}

/** What agents can look up. */
export interface KnowledgeDocument {
  /** Identifier of the document. */
  document_id: string;
  /** What agents and transcripts call it. */
  name: string;
  content_type: DocumentType;
  /** As it was sent. */
  size_bytes: number;
  status: DocumentStatus;
  /** Why nothing could be read out of it; null otherwise. */
  error: string | null;
  /** The language it is searched in: as it was given, else as it was recognized; null until then. */
  language: string | null;
  /** Pieces that it was cut into; 0 until it is ready. */
  passages: number;
  /** What its passages were embedded with, as provider/model; null: it is found by its words alone. */
  embedding_model: string | null;
  /** Unix time in whole seconds. */
  created_at: number;
  /** Unix time in whole seconds. */
  updated_at: number;
}

/** One message of the signalling. */
export interface LadderMessage {
  /** The leg of the call that it belongs to; the first is 0. */
  leg: number;
  /** Unix time in seconds, with millisecond precision. */
  at: number;
  /** As Parley sees it. */
  direction: 'sent' | 'received';
  /** How it came or went. */
  transport: 'udp' | 'tcp' | 'tls';
  /** Address and port of the other side. */
  peer: string;
  /** The first line: what is asked, or responded. */
  start_line: string;
  /** The message as it was on the wire. Responses of digest authentication and keys of SRTP are `x`; what is very long is cut. */
  message: string;
  /** How long it was on the wire. */
  bytes: number;
  /** How often the same message came or went again. */
  repeated: number;
  /** Why it was not sent, in words: there was no connection. null: it was sent, or came. */
  unsent: string | null;
}

/** A BCP 47 language tag. */
export type LanguageTag = string;

/** What the network did to the audio. */
export interface LineFigures {
  /** RTP packets to the other side; 50 a second. */
  packets_sent: number;
  /** RTP packets from the other side. */
  packets_received: number;
  /** Packets that never came. */
  packets_lost: number;
  /** Packets that came too late to be heard. */
  packets_late: number;
  /** Frames of 20 ms that were made up for missing ones. */
  concealed_frames: number;
  /** Frames of 20 ms of packets that were lost or late, taken from the packet behind them: forward error correction of Opus. None of concealed_frames. */
  recovered_frames: number;
  /** How unevenly packets came, in milliseconds (RFC 3550). */
  jitter_ms: number;
  /** Listening quality from 1 (bad) to 4.5 (a perfect line), by the E-model. */
  mos: number;
}

export interface MakeUserLink {
  /** true: the authenticator app is removed too, for a user who lost the telephone. */
  remove_totp?: boolean;
}

export interface McpTool {
  /** mcp: the tools of a server that speaks MCP over Streamable HTTP. */
  type: 'mcp';
  /** Its name; the prefix of a tool's name that another has as well. */
  name: string;
  /** Address of the server. */
  url: string;
  /** Which of its tools the agent may use; null: all. */
  tools: string[] | null;
  /** Seconds after which the failure of the tool is reported to the model. From 1 to 30. */
  timeout: number;
  /** Headers of each request. */
  headers: ToolHeader[];
}

/** What the network did to the audio of one leg. */
export interface MediaLeg {
  /** RTP packets to the other side; 50 a second. */
  packets_sent: number;
  /** RTP packets from the other side. */
  packets_received: number;
  /** Packets that never came. */
  packets_lost: number;
  /** Packets that came too late to be heard. */
  packets_late: number;
  /** Frames of 20 ms that were made up for missing ones. */
  concealed_frames: number;
  /** Frames of 20 ms of packets that were lost or late, taken from the packet behind them: forward error correction of Opus. None of concealed_frames. */
  recovered_frames: number;
  /** How unevenly packets came, in milliseconds (RFC 3550). */
  jitter_ms: number;
  /** Listening quality from 1 (bad) to 4.5 (a perfect line), by the E-model. */
  mos: number;
  /** The leg of the call; the first is 0. */
  leg: number;
  /** Null where the audio did not come over RTP. */
  rtp: RtpLegFigures | null;
}

/** Values of your own by key, such as an order number: returned with the call, and never spoken. At most 50 keys of up to 40 characters, with values of up to 500. */
export type Metadata = Record<string, string | number | boolean | null>;

export interface Model {
  /** As an agent names it. */
  model: string;
  /** The part before the slash. */
  provider: string;
  /** For people. */
  name: string;
  /** What it does; may be empty. */
  description: string;
  /** language: for `model`; transcriber: for `transcriber`. */
  kind: 'language' | 'transcriber';
}

export interface ModelList {
  /** What the providers of the account, and those of the operator, think and listen with. */
  data: Model[];
  /** How many there are. */
  total: number;
  /** The language model that a new agent should have: the best that is configured. */
  default: string;
  /** What listens for an agent whose `transcriber` is null. */
  default_transcriber: string;
  /** The providers that can be named; each may have more models. */
  providers: string[];
  /** Providers that could not be asked; a name of theirs can be used all the same. */
  failures: {
    /** The part before the slash. */
    provider: string;
    /** What happened. */
    message: string;
  }[];
}

/** A new agent; what is left out has its default. */
export interface NewAgent {
  /** For people; the agent does not say it by itself. */
  name: string;
  /** An inactive agent places no calls. */
  status?: 'active' | 'inactive';
  /** Controls the agent's behaviour; {{name}} is replaced by the call's variables. */
  prompt: string;
  /** What the agent says first; null lets the model begin. */
  first_message?: string | null;
  /** The voice: provider/name, or a bare name of the default provider. */
  voice_id?: string;
  /** The language model: provider/name, or a bare name of the default provider. */
  model?: string;
  /** Who listens: provider, or provider/model; null: the best that is configured. */
  transcriber?: string | null;
  /** The primary language, as a BCP 47 tag; auto: that of the first message, and then that of the caller, whom the transcriber has to tell languages apart for. */
  language?: AgentLanguage;
  /** The IANA time zone of {{current_time}}. */
  timezone?: TimeZone;
  /** Longest duration of a call in seconds. From 1 to 14400. */
  max_duration?: number;
  /** Seconds of ringing after which a call ends no_answer. From 5 to 120. */
  ring_timeout?: number;
  /** What the caller hears while an answer takes its time, behind "One moment, please.": more such phrases, so that no silence gets as long as 2.5 s; nothing; or music. */
  waiting?: 'phrases' | 'silence' | 'music';
  /** Defaults for variables that a call leaves out. */
  variables?: Variables;
  /** Spoken before everything else, for example that the call is recorded. */
  disclosure?: string | null;
  /** Labels of its own that a call of this agent may end with, such as booked or call_back_later: up to 64 lower case letters, digits and _, beginning with a letter. */
  outcomes?: string[];
  /** The JSON Schema of what is read out of each call when it is over, and returned as `analysis.data`; null: nothing is. It takes a language model. */
  extraction?: ExtractionSchema | null;
  /** Tools beyond end_call, which is always there. */
  tools?: GivenAgentTool[];
  /** Asked for variables of an inbound call before the agent speaks; null: none. */
  variables_webhook?: GivenVariablesWebhook | null;
  /** Merged field by field. */
  fallbacks?: {
    /** Who takes over, in this order, when the transcriber fails. */
    transcriber?: string[];
    /** Who takes over, in this order, when the model fails. */
    model?: string[];
    /** Who takes over, in this order, when the voice fails. */
    voice_id?: string[];
  };
  /** Merged field by field. */
  turn_taking?: {
    /** Silence that ends a turn of the caller. From 200 to 3000. */
    endpointing_ms?: number;
    /** Speech over the agent that counts as interrupting. From 100 to 2000. */
    interruption_ms?: number;
    /** Silence after which the agent asks again. From 2000 to 60000. */
    reminder_ms?: number;
    /** Silence after the last reminder that ends the call. From 2000 to 120000. */
    end_ms?: number;
  };
  /** Merged field by field. */
  voicemail?: {
    /** hangup: end the call; message: leave the message after the beep. */
    action?: 'hangup' | 'message';
    /** Spoken after the beep; may hold {{variables}}. */
    message?: string | null;
  };
  /** Merged field by field. */
  recording?: {
    /** Whether calls of this agent are recorded. */
    enabled?: boolean;
  };
  /** Merged field by field. */
  knowledge?: {
    /** Documents of the account that the agent knows. */
    document_ids?: string[];
    /** tool: the agent looks up what it wants with search_knowledge; context: with each turn of the caller it is shown the passages that fit; both: the one and the other. */
    mode?: 'tool' | 'context' | 'both';
  };
}

/** simulated: of the simulated carrier; trunk: connected from a trunk; the others name who sold it. */
export type NumberSource = 'simulated' | 'trunk' | 'twilio' | 'telnyx';

export interface OwnPrice {
  /** A vendor, or a provider by the name that agents call it by; trunk: the telephone network. */
  provider: string;
  /** Its model or voice, or the beginning of it and *; left out: *. */
  name?: string;
  unit: PriceUnit;
  /** In millionths of the currency. */
  price_micros: number;
  /** When the price was looked up; left out: today. */
  priced_on?: string;
}

/** A number of the account. */
export interface OwnedNumber {
  /** Identifier of the number. */
  number_id: string;
  phone_number: PhoneNumber;
  source: NumberSource;
  /** The trunk that its calls come and go through. */
  trunk_id: string | null;
  /** The agent that it rings; null: calls to it are answered 480. */
  agent_id: string | null;
  /** The carrier account that its calls come and go through; null: a trunk, the operator’s carrier or none. */
  carrier_id: string | null;
  /** Whether it was bought here: released, it goes back to who sold it. One that was connected stays yours at your carrier. */
  is_bought: boolean;
  /** Whether agents without a number of their own call from it. */
  is_default: boolean;
  /** Unix time in whole seconds. */
  created_at: number;
}

export interface OwnedNumberList {
  /** All numbers of the account, in the order in which it got them. */
  data: OwnedNumber[];
  /** How many there are. */
  total: number;
}

/** E.164: + followed by country code and number. Nothing is normalised silently. */
export type PhoneNumber = string;

export interface PlaceCall {
  /** The agent that talks; it must be active. */
  agent_id: string;
  /** Whom to call, in E.164 format. */
  recipient_phone: PhoneNumber;
  /** Values that replace {{name}} in the agent's texts, for this call. */
  variables?: Variables;
  /** Caller id: a number of the account. Left out: the agent's number, else the account's default. */
  from_number?: PhoneNumber;
  /** Longest duration in seconds; left out: the agent's, which defaults to 1800. From 1 to 14400. */
  max_duration?: number;
  /** Values of your own, which are returned with the call and never spoken. Beyond the specification. */
  metadata?: Metadata;
  /** Settings of the agent that are different for this call. Beyond the specification. */
  overrides?: CallOverrides;
}

export interface PlacedCall {
  /** Identifier of the call. */
  call_id: string;
  /** Always initiated here. */
  status: 'initiated';
  /** The agent that talks. */
  agent_id: string;
  /** The number that is called. */
  recipient_phone: PhoneNumber;
  /** Unix time in whole seconds. */
  created_at: number;
}

export interface Price {
  /** A vendor, or a provider by the name that agents call it by; trunk: the telephone network. */
  provider: string;
  /** Its model or voice, with its dated snapshots; a * at the end stands for everything that begins so, and alone for everything. */
  name: string;
  unit: PriceUnit;
  /** In millionths of the currency. */
  price_micros: number;
  /** When the price was looked up. */
  priced_on: string;
  /** default: it comes with Parley; account: your own. */
  source: 'default' | 'account';
}

/** What the usage of a call is multiplied with. Your own prices come before those that come with Parley, and of several that fit, the longest name wins. */
export interface PriceList {
  /** ISO 4217. */
  currency: string;
  /** Your own first, then those that come with Parley and that none of yours replaces. */
  data: Price[];
  /** How many there are. */
  total: number;
}

/** What the price is for. Characters are those that are spoken, audio minutes those that are listened to, call minutes those of the telephone network. */
export type PriceUnit =
  | 'million_input_tokens'
  | 'million_cached_input_tokens'
  | 'million_output_tokens'
  | 'million_input_audio_tokens'
  | 'million_cached_input_audio_tokens'
  | 'million_output_audio_tokens'
  | 'million_characters'
  | 'audio_minute'
  | 'call_minute';

/** A vendor of speech or language, with the key of the account. */
export interface Provider {
  /** Identifier of the provider. */
  provider_id: string;
  vendor: ProviderVendor;
  /** What it is called. */
  name: string;
  /** Where it is reached; null: the vendor's own address. */
  base_url: string | null;
  /** Whether there is a key. */
  api_key_set: boolean;
  /** Unix time in whole seconds. */
  created_at: number;
  /** Unix time in whole seconds. */
  updated_at: number;
}

/** transcriber: it listens; model: it thinks; voice: it speaks. */
export type ProviderAbility = 'transcriber' | 'model' | 'voice';

export interface ProviderList {
  /** All providers of the account, in the order in which they were made. */
  data: Provider[];
  /** How many there are. */
  total: number;
}

export interface ProviderTest {
  /** Whether every step went well. */
  ok: boolean;
  /** One for each thing that this vendor can do. */
  steps: ProviderTestStep[];
}

export interface ProviderTestStep {
  name: ProviderAbility;
  /** Whether it went well. */
  ok: boolean;
  /** What happened, in words. */
  detail: string;
  /** What to do about it; null when nothing needs to be done. */
  remedy: string | null;
  /** From the request to the first token, audio or text; null when there was none. */
  first_result_ms: number | null;
  /** What was written or understood; null when nothing was. */
  text: string | null;
  /** What was spoken: a WAV file as a data: address; null when nothing was. */
  audio: string | null;
}

/** Who it is from; openai-compatible: a server of your own that speaks the protocol of OpenAI. */
export type ProviderVendor =
  | 'anthropic'
  | 'assemblyai'
  | 'azure'
  | 'cartesia'
  | 'deepgram'
  | 'elevenlabs'
  | 'google'
  | 'groq'
  | 'mistral'
  | 'openai'
  | 'openai-compatible'
  | 'soniox';

/** Recording of the calls. */
export interface Recording {
  /** Whether calls of this agent are recorded. */
  enabled: boolean;
}

export interface ResponseStage {
  /** endpointing: deciding that the caller has finished; recognition: the last change of their words; model: to its first text; synthesis: to the first audio; playout: until that audio left. */
  stage: 'endpointing' | 'recognition' | 'model' | 'synthesis' | 'playout';
  /** After the end of the caller's speech; negative where the reply was prepared before it. */
  start_ms: number;
  /** After the end of the caller's speech. */
  end_ms: number;
}

export interface RetryBatch {
  /** Whom to call again: those whose call ended so; left out: no_answer, busy, rejected, carrier_error, media_timeout, llm_error, stt_error, tts_error, duplicate, dispatch_lost, interrupted_by_restart, internal_error. */
  end_reasons?: EndReason[];
  /** When the calls are sent, in Unix seconds; now when left out. At most 60 s in the past. */
  schedule_at?: number;
  /** For people; the name of the batch when left out. */
  name?: string | null;
}

/** owner: everything; admin: all but owners and the account itself; member: works; viewer: reads. */
export type Role = 'owner' | 'admin' | 'member' | 'viewer';

export interface RotateKey {
  /** Seconds for which the old key stays valid; 86 400 when left out. From 0 to 2592000. */
  overlap?: number;
}

export interface RotateSecret {
  /** Seconds for which the old secret signs as well; 86 400 when left out. From 0 to 604800. */
  overlap?: number;
}

/** What RTCP has reported of the way to the other side. */
export interface RtcpFigures {
  /** Reports to the other side. */
  reports_sent: number;
  /** Reports of the other side. */
  reports_received: number;
  /** The way there and back, on average; null when it was not measured. */
  round_trip_ms: number | null;
  /** The longest that was measured. */
  round_trip_max_ms: number | null;
  /** Packets of ours that did not come to the other side; null when it reports nothing. */
  remote_packets_lost: number | null;
  /** The same as a share of what we sent, 0 to 1. */
  remote_loss: number | null;
  /** How unevenly our packets come there, in milliseconds (RFC 3550). */
  remote_jitter_ms: number | null;
}

export interface RtpLegFigures {
  /** RTP to the other side, in bytes. */
  bytes_sent: number;
  /** RTP from the other side, in bytes. */
  bytes_received: number;
  /** Packets that came twice. */
  packets_duplicate: number;
  /** Packets of a payload type that was not agreed upon, or no RTP. */
  packets_invalid: number;
  /** SRTP packets that are not of the key that was agreed upon, or came again. */
  packets_unreadable: number;
  /** Of packets_unreadable: those that came again. */
  packets_replayed: number;
  /** Packets from others than the other side, which were not heard. */
  packets_stray: number;
  /** Where the other side said that it takes audio; null when it did not. */
  agreed_address: string | null;
  /** Where its audio came from; null when none came. */
  source_address: string | null;
  /** Who else sent packets, the last of them. */
  stray_address: string | null;
  /** What came, by payload type. */
  payload_types: {
    /** RTP payload type. */
    payload_type: number;
    /** Packets of it. */
    packets: number;
  }[];
  /** Those that were not agreed upon. */
  unexpected_payload_types: number[];
  /** How often another stream (SSRC) went on. */
  ssrc_changes: number;
  /** The longest time without a packet while one could be expected. */
  longest_gap_ms: number;
  /** When it began, from the answer. */
  longest_gap_at_ms: number | null;
  /** Keys that came as telephone events. */
  keys: number;
  /** Those whose first packet had no marker bit. */
  keys_unmarked: number;
  /** How slow (positive) or fast the other side's clock is, in parts in a million; null when too short. */
  clock_drift_ppm: number | null;
  /** What RTCP has reported; null where that is not kept. */
  rtcp: RtcpFigures | null;
}

export interface SearchDocuments {
  /** As a caller would ask. */
  query: string;
  /** Search these alone; left out, all of the account. From 1 to 100. */
  document_ids?: string[];
  /** Passages at most. From 1 to 20. Default 5. */
  limit?: number;
}

export interface SendDtmfTool {
  /** send_dtmf: the agent may press keys. */
  type: 'send_dtmf';
}

export type Sentiment = 'positive' | 'neutral' | 'negative';

export interface SetPrices {
  /** ISO 4217; left out: USD. With another one, the prices that come with Parley, which are in USD, are not used. */
  currency?: string;
  /** All your own prices: those of before are replaced. None: the prices that come with Parley. */
  data: OwnPrice[];
}

/** A person's telephone program or desk telephone, which takes calls over. */
export interface Softphone {
  /** Identifier of the softphone. */
  softphone_id: string;
  /** What it is called in transfers: softphone:NAME; no two of the account have the same. */
  name: string;
  /** What it registers as, by SIP Digest. */
  username: string;
  srtp: SoftphoneSrtp;
  digest: SoftphoneDigest;
  /** Whether calls reach it now: it has registered, and that has not expired. */
  registered: boolean;
  /** Where it is registered, the latest first: all of them ring. */
  contacts: SoftphoneContact[];
  /** Unix time in whole seconds. */
  created_at: number;
}

export interface SoftphoneContact {
  /** Where its registration came from. */
  address: string;
  /** What it calls itself; null: it does not. */
  user_agent: string | null;
  /** Unix time in whole seconds. */
  expires_at: number;
}

/** The algorithm of SIP Digest by which it shows that it knows its password: sha-256 is the stronger one, and not every telephone has it. */
export type SoftphoneDigest = 'md5' | 'sha-256';

export interface SoftphoneList {
  /** By name. */
  data: Softphone[];
  /** How many there are. */
  total: number;
}

/** Whether the audio of its calls is encrypted, with keys by SDES: never; where it has registered over TLS and can; or in every call, which fails where it cannot. */
export type SoftphoneSrtp = 'off' | 'preferred' | 'required';

export interface StageLatency {
  /** endpointing: deciding that the caller has finished; recognition: the last change of their words; model: to its first text; synthesis: to the first audio; playout: until that audio left. */
  stage: 'endpointing' | 'recognition' | 'model' | 'synthesis' | 'playout';
  /** In half of the turns it took no longer. */
  p50_ms: number;
  /** In 19 of 20 turns it took no longer. */
  p95_ms: number;
}

/** One event of GET /events; `event` tells what `data` is. */
export type StreamEvent =
  | CallStateEvent
  | CallTurnEvent
  | CallToolEvent
  | CallAnalyzedEvent
  | CallControlEvent
  | BatchProgressEvent
  | StreamResetEvent;

/** What came after the given id is not available. Read anew what you show; the stream goes on from here. */
export interface StreamReset {
  /** expired: events after the given id are not kept any more; unknown: the id is none of this installation. */
  reason: 'expired' | 'unknown';
}

export interface StreamResetEvent {
  /** Grows from event to event, with gaps. */
  id: number;
  event: 'reset';
  data: StreamReset;
}

/** A number that no agent of the account calls any more. */
export interface Suppression {
  /** Identifier of the suppression. */
  suppression_id: string;
  /** The number that is not called any more. */
  phone_number: PhoneNumber;
  /** Why, in words, for people. */
  reason: string | null;
  source: SuppressionSource;
  /** The call in which the person asked for it. */
  call_id: string | null;
  /** Unix time in whole seconds. */
  created_at: number;
}

export interface SuppressionPage {
  /** Newest first. */
  data: Suppression[];
  /** Numbers that the filter lets through, counted up to 10 000. */
  total: number;
  /** False when there are more than 10 000. */
  total_exact: boolean;
  /** As asked for. */
  limit: number;
  /** As asked for. */
  offset: number;
  /** Whether a further page follows. */
  has_more: boolean;
}

/** call: the person asked for it in a call; api: this interface or the command line. */
export type SuppressionSource = 'api' | 'call' | 'dashboard';

export interface TelnyxCarrier {
  /** Identifier of the carrier account. */
  carrier_id: string;
  /** For people. */
  name: string;
  /** Unix time in whole seconds. */
  created_at: number;
  /** Unix time in whole seconds. */
  updated_at: number;
  /** Telnyx, by its Voice API. */
  kind: 'telnyx';
  /** The Voice API application at Telnyx that calls go through. */
  connection_id: string;
  /** The key with which Telnyx signs what it reports. */
  public_key: string;
  /** Whether there is an API key. */
  api_key_set: boolean;
}

export interface TestProvider {
  /** Model to listen with; left out, the default. */
  transcriber?: string;
  /** Model to ask; left out, the first that it lists. */
  model?: string;
  /** Voice to speak with; left out, the first that it lists. */
  voice?: string;
  /** What is spoken; left out, a short sentence. */
  text?: string;
}

export interface TestTrunk {
  /** A number of yours that rings through this trunk; left out, no call is placed. */
  recipient_phone?: PhoneNumber;
  /** A number of the account to call from. */
  from_number?: PhoneNumber;
}

/** An IANA time zone. */
export type TimeZone = string;

/** A header that is sent with each request of a tool. */
export interface ToolHeader {
  /** Name of the header. */
  name: string;
  /** What is sent. Of one that is not secret it may hold {{variables}}. A secret is sealed at once, and reads null; null keeps the one that this header of this tool has. */
  value: string | null;
  /** Whether the value is a secret, which is never shown again. */
  secret: boolean;
  /** Whether there is a value; of a secret nothing else is returned. */
  value_set: boolean;
}

export interface TranscriptTurn {
  /** Who: user is the person on the telephone. */
  role: 'agent' | 'user' | 'tool';
  /** For the agent: what was sent as audio before the other side interrupted. */
  text: string;
  /** Seconds from answer, with millisecond precision. */
  start: number;
  /** Seconds from answer, with millisecond precision. */
  end: number;
  /** Whether the other side spoke before it was said in full. */
  interrupted: boolean;
  /** Who spoke in a conference, of a turn whose role is user: the leg of the one who joined, as in the diagnosis; left out: the person, whose leg is 0. */
  leg?: number;
  /** The person spoke, and no words were made out: the text is empty. */
  unintelligible?: true;
  /** What it was spoken in, as a BCP 47 tag, where that is known. */
  language?: string;
  /** What the model had written, where it differs. */
  generated_text?: string;
  /** Word by word, where the recognizer tells. */
  words?: TranscriptWord[];
  /** What was used, of a turn whose role is tool. */
  tool?: {
    name: string;
    arguments: Record<string, unknown>;
    result?: string;
    /** It failed; the result says why. */
    error?: true;
  };
  response?: TurnResponse;
  /** Of the agent's documents, what it had before it when it said this. */
  sources?: TurnSource[];
}

export interface TranscriptWord {
  /** The word. */
  text: string;
  /** Seconds from answer, with millisecond precision. */
  start: number;
  /** Seconds from answer, with millisecond precision. */
  end: number;
}

export interface TransferCall {
  to: TransferTo;
  /** cold: the target is connected at once. warm: Parley calls the number, briefs the target, and connects them when they say yes or press 1; the agent goes on when they decline. conference: Parley calls the number, and the target talks with the person and the agent, who stays; when the agent ends the call, the two others go on. Default "cold". */
  mode?: 'cold' | 'warm' | 'conference';
  /** What the target hears before accepting a warm transfer; null: a summary by the agent's model, where it is a language model. Default null. */
  briefing?: string | null;
  /** refer: the line is asked to connect the person with the number (SIP REFER); with mode warm once the target has taken the call (REFER with Replaces), and Parley stays between both where the line does not. bridge: Parley calls the number and stays between both, with a second slot, and records them. auto: with mode cold refer, and bridge where the line does not transfer calls; else bridge. Default "auto". */
  method?: 'auto' | 'refer' | 'bridge';
  /** What the number is shown where Parley calls it: own, the number that this call is from or came to; caller, the number of the person, where it is known and the way is a SIP trunk, which has to permit it. Default "own". */
  caller_id?: 'own' | 'caller';
  /** What the person hears while Parley calls the number. Default "ringing". */
  waiting_sound?: 'ringing' | 'music';
  /** Seconds after which a number that Parley calls has not answered. From 5 to 120. Default 30. */
  ring_timeout?: number;
}

export interface TransferCallTool {
  /** transfer_call: the agent may hand the call over. */
  type: 'transfer_call';
  /** Whom the agent may hand a call to; no two have the same name. */
  destinations: TransferDestination[];
  /** Spoken before the transfer; null: what the model says. */
  message: string | null;
  /** cold: the target is connected at once. warm: Parley calls the number, briefs the target, and connects them when they say yes or press 1; the agent goes on when they decline. conference: Parley calls the number, and the target talks with the person and the agent, who stays; when the agent ends the call, the two others go on. */
  mode: 'cold' | 'warm' | 'conference';
  /** What the target hears before accepting a warm transfer; null: a summary by the agent's model, where it is a language model. */
  briefing: string | null;
  /** refer: the line is asked to connect the person with the number (SIP REFER); with mode warm once the target has taken the call (REFER with Replaces), and Parley stays between both where the line does not. bridge: Parley calls the number and stays between both, with a second slot, and records them. auto: with mode cold refer, and bridge where the line does not transfer calls; else bridge. */
  method: 'auto' | 'refer' | 'bridge';
  /** What the number is shown where Parley calls it: own, the number that this call is from or came to; caller, the number of the person, where it is known and the way is a SIP trunk, which has to permit it. */
  caller_id: 'own' | 'caller';
  /** What the person hears while Parley calls the number. */
  waiting_sound: 'ringing' | 'music';
  /** Seconds after which a number that Parley calls has not answered. From 5 to 120. */
  ring_timeout: number;
}

/** Whom the agent may hand a call to. */
export interface TransferDestination {
  /** What the model calls it. */
  name: string;
  phone_number: TransferTo;
  /** When to choose it, for the model. */
  description: string;
}

/** A number, E.164, or `softphone:NAME`, a softphone of the account, which Parley calls itself. */
export type TransferTo = string;

/** A SIP trunk of the account: a way to the telephone network. */
export interface Trunk {
  /** Identifier of the trunk. */
  trunk_id: string;
  /** For people. */
  name: string;
  /** Host name or address. */
  host: string;
  /** SIP port: mostly 5060, over TLS 5061; with that one the servers are those of the SRV records of host, where it has some, and with `transport` auto those of its NAPTR records. From 1 to 65535. */
  port: number;
  transport: TrunkTransport;
  /** Where all messages go instead of to host and port, which stay what numbers and registrations are of: host, or host:port. null: there is none. */
  outbound_proxy: string | null;
  authentication: TrunkAuthentication;
  /** What the trunk knows us by; for digest and register. */
  username: string | null;
  registration_mode: TrunkRegistrationMode;
  srtp: TrunkSrtp;
  /** The codecs of its calls, in the order in which they are offered. */
  codecs: TrunkCodec[];
  /** Where calls and audio of this trunk come from besides its host. */
  inbound_addresses: string[];
  /** What the callee sees when the call is from a number that is not connected from this trunk. */
  caller_id: PhoneNumber | null;
  /** The trunk of the account that takes calls out which this one cannot take: it responds 503, no server of it can be connected with, or none responds. What the callee sees is as with `caller_id` there. null: such calls fail. */
  fallback_trunk_id: string | null;
  /** Calls at once, both ways; null: no limit. From 1 to 10000. */
  max_calls: number | null;
  /** Whether there is a password. */
  password_set: boolean;
  status: TrunkStatus;
  /** With `authentication` register, as soon as the trunk has answered; else null. */
  registration: TrunkRegistration | null;
  /** Unix time in whole seconds. */
  created_at: number;
  /** Unix time in whole seconds. */
  updated_at: number;
}

/** How the trunk knows us; none: by our address; digest: by user name and password; register: by these as well, and we register, so that it knows where calls for us go. */
export type TrunkAuthentication = 'none' | 'digest' | 'register';

/** How audio is coded: opus and g722 are wideband, pcmu and pcma (G.711) are what every telephone network has. */
export type TrunkCodec = 'opus' | 'g722' | 'pcmu' | 'pcma';

export interface TrunkList {
  /** All trunks of the account, in the order in which they were made. */
  data: Trunk[];
  /** How many there are. */
  total: number;
}

/** How a provider or telephone system is connected, as settings of a trunk. */
export interface TrunkPreset {
  preset: TrunkPresetName;
  /** What people call it. */
  name: string;
  /** provider: sells calls; pbx: a telephone system of your own. */
  kind: 'provider' | 'pbx';
  /** Where all its customers call; null: you have a host of your own, see `host_hint`. */
  host: string | null;
  /** What to enter as the host of the trunk. */
  host_hint: string;
  /** For the port of the trunk. */
  port: number;
  transport: TrunkTransport;
  authentication: TrunkAuthentication;
  /** What to enter as the user name; null: it has none. */
  username_hint: string | null;
  /** What to enter as the password; null: it has none. */
  password_hint: string | null;
  srtp: TrunkSrtp;
  /** The same over TLS with SRTP, where it takes that; null: it is not known to. */
  encrypted: {
    /** Its port of TLS. */
    port: number;
    transport: TrunkTransport;
    srtp: TrunkSrtp;
  } | null;
  /** Where its calls come from besides its host, as its documentation says. */
  inbound_addresses: string[];
  /** What it takes of the codecs that Parley has. */
  codecs: ('PCMU' | 'PCMA')[];
  /** What to do there before the trunk is connected, in this order. */
  steps: string[];
  /** What surprises people. */
  notes: string[];
  /** Its own words about it. */
  documentation_url: string;
  /** true: tests of Parley place and take calls with a real one; false: written from its documentation. */
  tried: boolean;
}

export interface TrunkPresetList {
  /** Providers first, then telephone systems. */
  data: TrunkPreset[];
  /** How many there are. */
  total: number;
}

/** Which provider or telephone system it is. */
export type TrunkPresetName =
  | 'twilio'
  | 'telnyx'
  | 'vonage'
  | 'plivo'
  | 'bandwidth'
  | 'sipgate'
  | 'asterisk'
  | 'freepbx'
  | 'freeswitch'
  | '3cx'
  | 'kamailio';

/** The state of the registration with a trunk. */
export interface TrunkRegistration {
  /** Why we are not registered, in words; null when we are. */
  detail: string | null;
  /** Until when we are registered; renewed before. null when we are not. */
  expires_at: number | null;
}

/** What is registered with `authentication` register; single: our one contact, for the user name; bulk: all numbers that the trunk has for the user name at once (RFC 6140), which it then puts into the calls that it sends. */
export type TrunkRegistrationMode = 'single' | 'bulk';

/** Whether the audio is encrypted, with keys by SDES: never, where the peer can, or in every call. A call that would not be as it is required fails, and one that comes in is refused with 488. */
export type TrunkSrtp = 'off' | 'preferred' | 'required';

/** active: calls go through it; disabled: switched off by you; unreachable: it does not answer OPTIONS, or REGISTER, and calls are tried all the same; with `authentication` register also registered: it sends calls to us; refused: it does not let us register, see `registration`. */
export type TrunkStatus = 'active' | 'disabled' | 'unreachable' | 'registered' | 'refused';

export interface TrunkTest {
  /** Whether every step went well; with a call its steps alone decide: some trunks take no OPTIONS. */
  ok: boolean;
  /** In order; what comes after a step that fails is not tried. */
  steps: TrunkTestStep[];
  /** The test call; null when there was none. */
  call_id: string | null;
}

export interface TrunkTestStep {
  /** dns: the name has an address; tcp and tls, where the transport needs them: there is a connection, and its certificate is right; registration, with `authentication` register: it lets us register; options: the trunk answers; then the test call: accepted, ringing, answered, audio from there, audio to there. */
  name:
    | 'dns'
    | 'tcp'
    | 'tls'
    | 'registration'
    | 'options'
    | 'call'
    | 'ringing'
    | 'answered'
    | 'media_received'
    | 'media_sent';
  /** Whether it went well. */
  ok: boolean;
  /** What happened, in words. */
  detail: string;
  /** What to do about it; null when nothing needs to be done. */
  remedy: string | null;
}

/** How SIP messages travel. tls: encrypted, and the certificate of the trunk is verified: it must be for `host`; auto: as the NAPTR and SRV records of `host` say, all that they name in turn where one fails, and udp where there are none, or `port` is another than 5060. */
export type TrunkTransport = 'udp' | 'tcp' | 'tls' | 'auto';

/** The settings to try; nothing is kept. */
export interface TryTrunk {
  /** For people. */
  name?: string;
  /** Host name, IPv4 or IPv6 address; names are looked up again all the time. */
  host: string;
  /** SIP port: mostly 5060, over TLS 5061; with that one the servers are those of the SRV records of host, where it has some, and with `transport` auto those of its NAPTR records. From 1 to 65535. */
  port?: number;
  transport?: TrunkTransport;
  /** Where all messages go instead of to host and port, which stay what numbers and registrations are of: host, or host:port. null: there is none. */
  outbound_proxy?: string | null;
  authentication?: TrunkAuthentication;
  /** What the trunk knows us by; for digest and register. */
  username?: string | null;
  registration_mode?: TrunkRegistrationMode;
  srtp?: TrunkSrtp;
  /** The codecs of its calls. A call out offers them in this order; of a call that comes in the first that it offers and that is here is taken. From 1 to 4. */
  codecs?: TrunkCodec[];
  /** Where calls and audio of this trunk come from besides its host: addresses and networks, of IPv4 and IPv6. */
  inbound_addresses?: string[];
  /** What the callee sees when the call is from a number that is not connected from this trunk. */
  caller_id?: PhoneNumber | null;
  /** The trunk of the account that takes calls out which this one cannot take: it responds 503, no server of it can be connected with, or none responds. What the callee sees is as with `caller_id` there. null: such calls fail. */
  fallback_trunk_id?: string | null;
  /** Calls at once, both ways; null: no limit. From 1 to 10000. */
  max_calls?: number | null;
  /** For digest and register; never shown again. */
  password?: string | null;
  /** disabled: no calls go through it. */
  status?: 'active' | 'disabled';
}

/** How fast the agent answered with this turn. */
export interface TurnResponse {
  /** From the end of the caller's speech to the agent's first audio. */
  response_ms: number;
  /** Whether the reply was begun before the caller was known to have finished. */
  speculated: boolean;
  /** Where the time went; stages overlap. */
  stages: ResponseStage[];
}

/** A passage of a document that the agent had before it when it said this. */
export interface TurnSource {
  /** The document. */
  document_id: string;
  /** What the document is called. */
  name: string;
  /** Which piece of the document, counted from 1. */
  passage: number;
  /** The headings above it, outermost first; null where there is none. */
  heading: string | null;
}

/** Whose turn it is: silences and interruptions, in milliseconds. */
export interface TurnTaking {
  /** Silence that ends a turn of the caller. From 200 to 3000. */
  endpointing_ms: number;
  /** Speech over the agent that counts as interrupting. From 100 to 2000. */
  interruption_ms: number;
  /** Silence after which the agent asks again. From 2000 to 60000. */
  reminder_ms: number;
  /** Silence after the last reminder that ends the call. From 2000 to 120000. */
  end_ms: number;
}

export interface TwilioCarrier {
  /** Identifier of the carrier account. */
  carrier_id: string;
  /** For people. */
  name: string;
  /** Unix time in whole seconds. */
  created_at: number;
  /** Unix time in whole seconds. */
  updated_at: number;
  /** Twilio. */
  kind: 'twilio';
  /** The account at Twilio. */
  account_sid: string;
  /** Whether there is an auth token. */
  auth_token_set: boolean;
}

export interface UpdateCall {
  /** true: the person hears `waiting_sound`, and neither hears the agent nor is heard by it, which stands still; false: the agent goes on where it was. As often as you like. */
  on_hold?: boolean;
  /** What the person hears on hold. Default "music". */
  waiting_sound?: 'ringing' | 'music';
  /** false: the agent leaves a conference, and the person and the one who joined go on as after a transfer. It does not come back. */
  agent_present?: false;
}

/** What is counted. audio_ms: milliseconds of audio; call_ms: milliseconds from the answer to the end of a call. A cached token is no input_token. */
export type UsageUnit =
  | 'input_token'
  | 'cached_input_token'
  | 'output_token'
  | 'input_audio_token'
  | 'cached_input_audio_token'
  | 'output_audio_token'
  | 'character'
  | 'audio_ms'
  | 'call_ms';

/** A person who can sign in to the dashboard. */
export interface User {
  /** Identifier of the user. */
  user_id: string;
  /** What the user signs in with; null until the invitation is used. */
  email: string | null;
  /** What the user is called; null until the invitation is used. */
  name: string | null;
  role: Role;
  status: UserStatus;
  /** Whether an authenticator app is asked for at sign-in. */
  totp_enabled: boolean;
  /** Unix seconds until which an invitation or a link for a new password is valid; null without one. */
  link_expires_at: number | null;
  /** Unix seconds, to the minute; null when never. */
  last_seen_at: number | null;
  /** Unix time in whole seconds. */
  created_at: number;
}

export interface UserList {
  /** All users of the account, oldest first. */
  data: User[];
  /** How many there are. */
  total: number;
}

/** invited: the link was not used yet; disabled: cannot sign in. */
export type UserStatus = 'invited' | 'active' | 'disabled';

/** Values by name, which replace {{name}} in the texts of the agent. At most 64 KiB as JSON. */
export type Variables = Record<string, string | number | boolean | null>;

/** Where the variables of an inbound call come from. */
export interface VariablesWebhook {
  /** Where variables are asked for. */
  url: string;
  /** Never shown. */
  secret: null;
  /** Whether requests are signed. */
  secret_set: boolean;
}

export interface Voice {
  /** As an agent names it. */
  voice_id: string;
  /** The part before the slash. */
  provider: string;
  /** For people. */
  name: string;
  /** What it is like; may be empty. */
  description: string;
  /** BCP 47 tags; empty where the vendor does not say. */
  languages: string[];
}

export interface VoiceList {
  /** What the providers of the account, and those of the operator, can speak with. */
  data: Voice[];
  /** How many there are. */
  total: number;
  /** The voice that a new agent has. */
  default: string;
  /** Providers that could not be asked; a name of theirs can be used all the same. */
  failures: {
    /** The part before the slash. */
    provider: string;
    /** What happened. */
    message: string;
  }[];
}

/** What the agent does when a voicemail answers. */
export interface Voicemail {
  /** hangup: end the call; message: leave the message after the beep. */
  action: 'hangup' | 'message';
  /** Spoken after the beep; may hold {{variables}}. */
  message: string | null;
}

export interface Webhook {
  /** Identifier of the webhook. */
  webhook_id: string;
  /** Where events are posted. */
  url: string;
  /** Which events. */
  events: WebhookEventType[];
  /** Whether events are delivered. */
  enabled: boolean;
  /** Why it is disabled, in words. */
  disabled_reason: string | null;
  /** configuration: set where the service is started, by PARLEY_WEBHOOK_URL; inbox: leads to the inbox of the dashboard. */
  source: 'api' | 'configuration' | 'inbox';
  /** Unix time in whole seconds. */
  created_at: number;
  /** Unix time in whole seconds. */
  updated_at: number;
}

export interface WebhookDelivery {
  /** Identifier of the delivery. */
  delivery_id: string;
  /** The webhook it goes to. */
  webhook_id: string;
  /** The webhook-id header: the same at every attempt and redelivery. */
  event_id: string;
  event_type: WebhookEventType;
  status: DeliveryStatus;
  /** Attempts so far. */
  attempts: number;
  /** Unix time in whole seconds. */
  created_at: number;
  /** Unix seconds. */
  last_attempt_at: number | null;
  /** Unix seconds; null when none follows. */
  next_attempt_at: number | null;
  /** HTTP status of the receiver's response. */
  last_response_status: number | null;
  /** What went wrong where there was no response. */
  last_error: string | null;
  /** How long the last attempt took. */
  last_duration_ms: number | null;
}

export interface WebhookDeliveryDetail {
  /** Identifier of the delivery. */
  delivery_id: string;
  /** The webhook it goes to. */
  webhook_id: string;
  /** The webhook-id header: the same at every attempt and redelivery. */
  event_id: string;
  event_type: WebhookEventType;
  status: DeliveryStatus;
  /** Attempts so far. */
  attempts: number;
  /** Unix time in whole seconds. */
  created_at: number;
  /** Unix seconds. */
  last_attempt_at: number | null;
  /** Unix seconds; null when none follows. */
  next_attempt_at: number | null;
  /** HTTP status of the receiver's response. */
  last_response_status: number | null;
  /** What went wrong where there was no response. */
  last_error: string | null;
  /** How long the last attempt took. */
  last_duration_ms: number | null;
  /** What is posted: the event. Links to recordings in it are made afresh at each attempt. */
  payload: Record<string, unknown>;
  /** Every attempt so far, oldest first. */
  attempt_log: DeliveryAttempt[];
}

/** What is posted to a webhook. */
export type WebhookEvent =
  | CallCompletedEvent
  | CallFailedEvent
  | CallInitiatedEvent
  | CallAnsweredEvent
  | CallTransferredEvent
  | BatchCompletedEvent
  | WebhookTestEvent;

/** What happened. */
export type WebhookEventType =
  | 'call.completed'
  | 'call.failed'
  | 'call.initiated'
  | 'call.answered'
  | 'call.transferred'
  | 'batch.completed'
  | 'webhook.test';

export interface WebhookList {
  /** All webhooks of the account. */
  data: Webhook[];
  /** How many there are. */
  total: number;
}

/** A test that was requested. Sent to one webhook, whatever it is subscribed to. */
export interface WebhookTestEvent {
  /** Identifier of the event: the same at every attempt, so that a receiver knows repeats. */
  id: string;
  type: 'webhook.test';
  /** Unix time in whole seconds. */
  created_at: number;
  data: WebhookTestMessage;
}

/** What a test event carries. */
export interface WebhookTestMessage {
  /** That this is a test. */
  message: string;
}

export interface Whisper {
  /** A hint for the agent, which the caller does not hear. `say: …` makes the built-in script say the words. */
  text: string;
}

export interface ListCallsQuery {
  /** Calls on a page. From 1 to 100. Default 20. */
  limit?: number;
  /** Calls to skip. From 0 to 1000000000. Default 0. */
  offset?: number;
  /** Calls in this status. */
  status?: CallStatus;
  /** Calls of this agent. */
  agent_id?: string;
  /** Calls of this batch. */
  batch_id?: string;
  /** Created at or after this time, in Unix seconds. */
  from?: number;
  /** Created before this time, in Unix seconds. */
  to?: number;
  /** outbound: placed by the agent. */
  direction?: 'outbound' | 'inbound';
  /** Calls that ended for this reason. */
  end_reason?: EndReason;
  /** Calls with this outcome. */
  outcome?: string;
  /** Calls in which the person sounded so. */
  sentiment?: Sentiment;
  /** Calls with persons whose number is this, or begins with it: the recipient of an outbound call, the caller of an inbound one. Its + is written %2B in an address. */
  phone?: string;
}

export interface ExportCallsQuery {
  /** csv: a line for each call, for spreadsheets; json: the calls as in GET /calls, with their summary. Default "json". */
  format?: 'json' | 'csv';
  /** Calls in this status. */
  status?: CallStatus;
  /** Calls of this agent. */
  agent_id?: string;
  /** Calls of this batch. */
  batch_id?: string;
  /** Created at or after this time, in Unix seconds. */
  from?: number;
  /** Created before this time, in Unix seconds. */
  to?: number;
  /** outbound: placed by the agent. */
  direction?: 'outbound' | 'inbound';
  /** Calls that ended for this reason. */
  end_reason?: EndReason;
  /** Calls with this outcome. */
  outcome?: string;
  /** Calls in which the person sounded so. */
  sentiment?: Sentiment;
  /** Calls with persons whose number is this, or begins with it: the recipient of an outbound call, the caller of an inbound one. Its + is written %2B in an address. */
  phone?: string;
}

export interface StreamEventsQuery {
  /** Go on after this event; for programs that cannot send the header `Last-Event-ID`, which counts before it. Left out: from now on. */
  last_event_id?: number;
  /** Events of this call. */
  call_id?: string;
  /** Names of events with commas between them; left out: all. */
  types?: string;
}

export interface UploadDocumentQuery {
  /** What it is called, for example its file name. Default "Untitled". */
  name?: string;
  /** What it is written in; left out, it is recognized. */
  language?: LanguageTag;
}

export interface ListBatchesQuery {
  /** Batches on a page. From 1 to 100. Default 20. */
  limit?: number;
  /** Batches to skip. From 0 to 1000000000. Default 0. */
  offset?: number;
  /** Batches in this status. */
  status?: BatchStatus;
  /** Batches of this agent. */
  agent_id?: string;
}

export interface GetBatchResultsQuery {
  /** How the results are written. Default "json". */
  format?: 'json' | 'csv';
}

export interface ListSuppressionsQuery {
  /** Numbers on a page. From 1 to 100. Default 20. */
  limit?: number;
  /** Numbers to skip. From 0 to 1000000000. Default 0. */
  offset?: number;
  /** This number alone; its + is written %2B in an address. */
  phone_number?: PhoneNumber;
  /** Numbers that begin so: + and digits. */
  starts_with?: string;
}

export interface ListDeliveriesQuery {
  /** Deliveries on a page. From 1 to 100. Default 20. */
  limit?: number;
  /** Deliveries to skip. From 0 to 1000000000. Default 0. */
  offset?: number;
  /** Deliveries in this status. */
  status?: DeliveryStatus;
}

export interface ListAvailableNumbersQuery {
  /** ISO 3166 code of the country. Default "US". */
  country?: string;
  /** Area code, such as 415; left out, numbers of several areas. */
  area_code?: string;
  /** How many at most. From 1 to 100. Default 20. */
  limit?: number;
}
