import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { appendAuditEntry } from '../audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import type { Artifact } from './artifact.ts'
import { updateArtifact } from './artifacts.store.ts'
import { type ArtifactPlace, openArtifact } from './open-artifact.ts'

/** Takes an artifact out of the way: registry and lineage remain, its name is free. Archived already: nothing changes. */
export async function archiveArtifact(ctx: Context, place: ArtifactPlace): Promise<Artifact> {
  return inTransaction(ctx.db, async (tx) => {
    const seen = await openArtifact({ ...ctx, db: tx }, place, 'editor')
    await lockWorkbookHead(tx, seen.workbookId)
    const artifact = await openArtifact({ ...ctx, db: tx }, place, 'editor')
    if (artifact.state === 'archived') return artifact

    const archived = await updateArtifact(tx, artifact, { state: 'archived' })
    await appendAuditEntry(tx, ctx, {
      workbookId: artifact.workbookId,
      action: 'artifact.archive',
      target: { artifact: artifact.name },
    })
    return archived
  })
}
