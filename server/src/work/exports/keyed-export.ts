import type { Context } from '../../platform/context.ts'
import { type PlannedBranch, recordBranches } from '../branches/record-branch.ts'
import type { Export, RequestedExport } from './export.ts'
import { exportTables } from './export-tables.ts'
import { exportTooLargeToKeep } from './exports.errors.ts'

/** A file that is there as a whole, and its branches, which are not recorded yet. */
export type KeyedExport = Omit<Export, 'bytes'> & { bytes: Buffer; planned: readonly PlannedBranch[] }

/** It is kept with its Idempotency-Key for a day. */
const MOST_BYTES = 32 * 1024 * 1024

/** Makes the file that a repeated request gets again. Nothing is recorded: that happens with the key. */
export async function prepareKeyedExport(
  ctx: Context,
  workbookId: string,
  asked: RequestedExport,
): Promise<KeyedExport> {
  const planned: PlannedBranch[] = []
  const { bytes, ...made } = await exportTables(ctx, workbookId, asked, async (branches) => {
    planned.splice(0, planned.length, ...branches)
  })
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of bytes) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MOST_BYTES) throw exportTooLargeToKeep(MOST_BYTES)
  }
  return { ...made, bytes: Buffer.concat(chunks), planned }
}

/** Records the branches in the transaction of the key. */
export async function keepExport(ctx: Context, workbookId: string, made: KeyedExport): Promise<KeyedExport> {
  await recordBranches(ctx, workbookId, made.planned)
  return made
}
