import type { Context } from '../../platform/context.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { appendAuditEntry } from '../audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import { type Artifact, checkedName, suffixedName } from './artifact.ts'
import { artifactNameTaken } from './artifacts.errors.ts'
import { isNameTaken, updateArtifact } from './artifacts.store.ts'
import { type ArtifactPlace, openArtifact } from './open-artifact.ts'
import { refuseIfPolicyInput } from './policy-input.ts'

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

/** Takes an artifact out of the way: registry and lineage remain, its name is free. Archived already: nothing changes. */
export async function archiveArtifact(ctx: Context, place: ArtifactPlace): Promise<Artifact> {
  return inTransaction(ctx.db, async (tx) => {
    const seen = await openArtifact({ ...ctx, db: tx }, place, 'editor')
    await lockWorkbookHead(tx, seen.workbookId)
    const artifact = await openArtifact({ ...ctx, db: tx }, place, 'editor')
    if (artifact.state === 'archived') return artifact
    await refuseIfPolicyInput({ ...ctx, db: tx }, artifact)

    const archived = await updateArtifact(tx, artifact, { state: 'archived' })
    await appendAuditEntry(tx, ctx, {
      workbookId: artifact.workbookId,
      action: 'artifact.archive',
      target: { artifact: artifact.name },
    })
    return archived
  })
}

/** Brings an archived artifact back, under another name if its own is in use. Active already: nothing changes. */
export async function unarchiveArtifact(ctx: Context, place: ArtifactPlace, asName: string | null): Promise<Artifact> {
  return inTransaction(ctx.db, async (tx) => {
    const seen = await openArtifact({ ...ctx, db: tx }, place, 'editor')
    await lockWorkbookHead(tx, seen.workbookId)
    const artifact = await openArtifact({ ...ctx, db: tx }, place, 'editor')
    if (artifact.state === 'active') return artifact
    await refuseIfPolicyInput({ ...ctx, db: tx }, artifact)

    const name = await freeName(tx, artifact, asName)
    const active = await updateArtifact(tx, artifact, { state: 'active', name })
    await appendAuditEntry(tx, ctx, {
      workbookId: artifact.workbookId,
      action: 'artifact.unarchive',
      target: { artifact: artifact.name },
      detail: { name },
    })
    return active
  })
}

async function freeName(tx: Tx, { workbookId, name }: Artifact, asName: string | null): Promise<string> {
  const wanted = asName === null ? name : checkedName(asName, ['body', 'as_name'])
  if (!(await isNameTaken(tx, workbookId, wanted))) return wanted
  const raw = suffixedName(name, '_raw')
  if (asName !== null || (await isNameTaken(tx, workbookId, raw)))
    throw artifactNameTaken(asName === null ? raw : wanted, 'conflict')
  return raw
}
