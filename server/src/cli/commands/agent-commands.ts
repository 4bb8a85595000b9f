import type { Command } from '../command.ts';
import { anyAccount, ofAccount } from './account-option.ts';

/** Agents, and what they know. */
export const agentCommands: readonly Command[] = [
  {
    name: 'agents list',
    options: [anyAccount],
    summary: 'list the agents',
    readsOnly: true,
    load: async () => (await import('../agents.ts')).listAllAgents,
  },
  {
    name: 'agents create',
    options: [ofAccount, { name: 'file', value: 'FILE', needed: true, about: 'its settings, as JSON' }],
    summary: 'make an agent; the JSON file needs a name and a prompt, and may hold every field that PATCH takes',
    load: async () => (await import('../create-agent.ts')).createAgentOfFile,
  },
  {
    name: 'agents versions',
    words: ['AGENT'],
    options: [ofAccount],
    summary: 'list the versions of an agent, the newest first',
    readsOnly: true,
    load: async () => (await import('../change-agent.ts')).listVersionsOfAgent,
  },
  {
    name: 'agents restore',
    words: ['AGENT', 'VERSION'],
    options: [ofAccount],
    summary: 'make a new version with the settings of an older one',
    load: async () => (await import('../change-agent.ts')).restoreVersionOfAgent,
  },
  {
    name: 'agents delete',
    words: ['AGENT'],
    options: [ofAccount],
    summary: 'delete an agent that no number, batch or live call uses; its calls stay',
    load: async () => (await import('../change-agent.ts')).deleteAgentNamed,
  },
  {
    name: 'documents list',
    options: [ofAccount],
    summary: 'list what agents of an account can look up',
    readsOnly: true,
    load: async () => (await import('../documents.ts')).listAllDocuments,
  },
  {
    name: 'documents add',
    words: ['FILE'],
    options: [
      ofAccount,
      { name: 'name', value: 'NAME', about: 'what it is called; as the file when left out' },
      { name: 'language', value: 'TAG', about: 'what it is written in, such as es; recognized when left out' },
    ],
    summary: 'upload a text, Markdown, HTML or PDF',
    needsService: true,
    load: async () => (await import('../documents.ts')).addDocument,
  },
  {
    name: 'documents remove',
    words: ['DOCUMENT'],
    options: [ofAccount],
    summary: 'remove a document that no agent knows',
    load: async () => (await import('../documents.ts')).removeDocument,
  },
  {
    name: 'documents search',
    words: ['QUERY'],
    options: [ofAccount],
    summary: 'show what an agent would find; the service asks who embeds',
    needsService: true,
    load: async () => (await import('../documents.ts')).searchAllDocuments,
  },
];
