import type { AgentField } from '@parley/contract';
import { modeWords } from '../knowledge/knowledge-modes.ts';
import { settingWords } from './setting-words.ts';
import { toolsWords, webhookWords } from './tools/tool-text.ts';

/** The names that people use, by identifier. */
export type NamesById = ReadonlyMap<string, string>;

/** A field of an agent as people read it. */
export function wordsOfField(field: AgentField, value: unknown, names: NamesById): string {
  if (field === 'tools') return toolsWords(value);
  if (field === 'variables_webhook') return webhookWords(value);
  if (field === 'knowledge') return knowledgeWords(value, names);
  return settingWords(value);
}

function knowledgeWords(value: unknown, names: NamesById): string {
  const { document_ids: ids, mode } = (value ?? {}) as { document_ids?: unknown; mode?: unknown };
  if (!Array.isArray(ids) || ids.length === 0) return 'none';
  const lines = ids.map((id) => names.get(String(id)) ?? String(id));
  return [...lines, `How it is used: ${modeWords(mode)}`].join('\n');
}
