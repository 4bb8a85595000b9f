import type { AgentField, AgentProblem, AgentSettings, DraftSettings } from '@parley/contract';
import { createContext, useContext } from 'react';

/** What the fields of an editor share. */
export interface EditorForm {
  agentId: string;
  /** As typed: a value need not be of its field's type. */
  settings: DraftSettings;
  set: (field: AgentField, value: unknown) => void;
  /** What is wrong at a field, by its path: `voicemail.message`. */
  problemAt: (path: string) => string | undefined;
  /** The same of everything that is inside of a path. */
  problemsBelow: (path: string) => string[];
  /** Of the script in the prompt. */
  mistakes: readonly (AgentProblem & { line: number; column: number })[];
  /** Variables that neither the agent nor the service gives a value. */
  missing: ReadonlySet<string>;
}

export const EditorContext = createContext<EditorForm | null>(null);

export function useEditorForm(): EditorForm {
  const form = useContext(EditorContext);
  if (!form) throw new Error('a field of an agent is outside of its editor');
  return form;
}

/** A text field as it is typed. */
export function textOf(settings: DraftSettings, field: AgentField): string {
  const value = settings[field];
  return typeof value === 'string' ? value : '';
}

/** An object field, such as `turn_taking`, as it is typed. */
export function partsOf<Field extends 'turn_taking' | 'voicemail' | 'recording' | 'fallbacks' | 'knowledge'>(
  settings: DraftSettings,
  field: Field,
): Partial<Record<keyof AgentSettings[Field], unknown>> {
  const value = settings[field];
  return typeof value === 'object' && value !== null ? value : {};
}
