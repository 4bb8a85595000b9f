import type { DocumentStatus, DocumentType } from '@parley/contract';
import type { Tone } from '../../components/StatusBadge.tsx';

export const documentStates: Record<DocumentStatus, { tone: Tone; label: string }> = {
  processing: { tone: 'live', label: 'Being read' },
  ready: { tone: 'good', label: 'Ready' },
  failed: { tone: 'bad', label: 'Failed' },
};

export const typeNames: Record<DocumentType, string> = {
  'text/plain': 'Text',
  'text/markdown': 'Markdown',
  'text/html': 'Web page',
  'application/pdf': 'PDF',
};

const languages = new Intl.DisplayNames(['en'], { type: 'language' });

export function languageName(tag: string): string {
  return languages.of(tag) ?? tag;
}
