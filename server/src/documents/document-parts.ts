import type { Queryable } from '../db/index.ts';

/** What is read or written at once: some milliseconds of work at most. */
const PART_BYTES = 512 * 1024;

export async function insertParts(tx: Queryable, documentId: string, bytes: Buffer): Promise<void> {
  for (let partNo = 0; partNo * PART_BYTES < bytes.length; partNo += 1) {
    await tx.query({
      name: 'insert-document-part',
      text: 'insert into document_parts (document_id, part_no, bytes) values ($1, $2, $3)',
      values: [documentId, partNo, bytes.subarray(partNo * PART_BYTES, (partNo + 1) * PART_BYTES)],
    });
  }
}

/** The file, part by part. */
export async function* readParts(db: Queryable, documentId: string): AsyncGenerator<Buffer> {
  for (let partNo = 0; ; partNo += 1) {
    const rows = await db.query<{ bytes: Buffer }>({
      name: 'read-document-part',
      text: 'select bytes from document_parts where document_id = $1 and part_no = $2',
      values: [documentId, partNo],
    });
    if (!rows[0]) return;
    yield rows[0].bytes;
  }
}
