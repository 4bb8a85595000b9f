import { Modal } from '@mantine/core';
import { HttpToolForm } from './HttpToolForm.tsx';
import { McpToolForm } from './McpToolForm.tsx';
import { TransferForm } from './TransferForm.tsx';
import { type FormTool, formKinds } from './tool-kinds.ts';

interface ToolDialogProps {
  kind: FormTool['type'];
  /** Null for a new one. */
  tool: FormTool | null;
  /** Names that the agent's other tools have. */
  others: readonly string[];
  onKeep: (tool: FormTool) => void;
  onClose: () => void;
}

/** The settings of one tool. What is kept is in the draft. */
export function ToolDialog({ kind, tool, others, onKeep, onClose }: ToolDialogProps) {
  const props = { others, onKeep, onCancel: onClose };
  return (
    <Modal opened onClose={onClose} title={tool ? titleOf(tool) : `New tool: ${formKinds[kind].name}`} size="xl">
      {kind === 'http' && <HttpToolForm {...props} tool={tool?.type === 'http' ? tool : null} />}
      {kind === 'mcp' && <McpToolForm {...props} tool={tool?.type === 'mcp' ? tool : null} />}
      {kind === 'transfer_call' && <TransferForm {...props} tool={tool?.type === 'transfer_call' ? tool : null} />}
    </Modal>
  );
}

const titleOf = (tool: FormTool) => (tool.type === 'transfer_call' ? 'Transfer' : tool.name);
