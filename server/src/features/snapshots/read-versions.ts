import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import type { Page, Version } from './snapshot.ts'
import { findVersion, listVersions } from './snapshots.store.ts'

/** Newest first. */
export async function readVersions(ctx: Context, workbookId: string, { limit, before }: Page) {
  await openWorkbook(ctx, workbookId, 'viewer')
  const found = await listVersions(ctx.db, workbookId, { limit: limit + 1, before })
  const versions = found.slice(0, limit)
  return { versions, next: found.length > limit ? (versions.at(-1)?.opId ?? null) : null }
}

export async function readVersion(ctx: Context, workbookId: string, label: string): Promise<Version> {
  await openWorkbook(ctx, workbookId, 'viewer')
  const version = await findVersion(ctx.db, workbookId, label)
  if (!version) throw notFound('version', label)
  return version
}
