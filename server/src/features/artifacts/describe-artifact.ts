import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { appendAuditEntry } from '../audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import type { Artifact } from './artifact.ts'
import { updateArtifact } from './artifacts.store.ts'
import { type ArtifactPlace, openArtifact } from './open-artifact.ts'

/** Says what an artifact is. A description is no data: it makes no version. */
export async function describeArtifact(
  ctx: Context,
  place: ArtifactPlace,
  description: string | null,
): Promise<Artifact> {
  const artifact = await openArtifact(ctx, place, 'editor')
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, artifact.workbookId)
    const described = await updateArtifact(tx, artifact, { description })
    await appendAuditEntry(tx, ctx, {
      workbookId: artifact.workbookId,
      action: 'artifact.describe',
      target: { artifact: artifact.name },
    })
    return described
  })
}
