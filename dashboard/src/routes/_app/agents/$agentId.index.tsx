import { createFileRoute } from '@tanstack/react-router';
import { EditorPage } from '../../../features/agents/editor/EditorPage.tsx';
import { loadEditor } from '../../../features/agents/editor/load-editor.ts';

export const Route = createFileRoute('/_app/agents/$agentId/')({
  loader: ({ context, params }) => loadEditor(context.queryClient, params.agentId),
  component: () => <EditorPage agentId={Route.useParams().agentId} />,
});
