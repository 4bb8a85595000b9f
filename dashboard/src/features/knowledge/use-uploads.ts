import { routes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { randomId } from '../../api/random-id.ts';
import { upload } from '../../api/upload.ts';
import { acceptedFile } from './accepted-file.ts';

export interface Upload {
  id: string;
  name: string;
  /** From 0 to 1. */
  share: number;
  status: 'waiting' | 'sending' | 'done' | 'failed';
  problem: string | null;
}

/** Files on their way, one after the other; what is done stays to be seen until the page is left. */
export function useUploads() {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const client = useQueryClient();
  const change = (id: string, part: Partial<Upload>) =>
    setUploads((before) => before.map((each) => (each.id === id ? { ...each, ...part } : each)));

  async function send(id: string, file: File): Promise<void> {
    const accepted = acceptedFile(file);
    if ('problem' in accepted) return;
    change(id, { status: 'sending' });
    try {
      await upload(
        routes.uploadDocument,
        { query: { name: file.name.slice(-200) } },
        { bytes: file, contentType: accepted.type, onProgress: (share) => change(id, { share }) },
      );
      change(id, { status: 'done', share: 1 });
    } catch (error) {
      const problem = error instanceof Error ? error.message : 'It could not be uploaded.';
      change(id, { status: 'failed', problem });
    }
    await client.invalidateQueries({ queryKey: ['documents'] });
  }

  const add = async (files: readonly File[]): Promise<void> => {
    const added = files.map((file) => ({ id: randomId(), file, accepted: acceptedFile(file) }));
    setUploads((before) => [
      ...before.filter(({ status }) => status !== 'done'),
      ...added.map(({ id, file: { name }, accepted }): Upload => {
        const problem = 'problem' in accepted ? accepted.problem : null;
        return { id, name, share: 0, status: problem === null ? 'waiting' : 'failed', problem };
      }),
    ]);
    for (const { id, file } of added) await send(id, file);
  };

  return { uploads, add, dismiss: (id: string) => setUploads((before) => before.filter((each) => each.id !== id)) };
}
