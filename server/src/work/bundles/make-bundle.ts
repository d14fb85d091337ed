import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { zipStream } from '@bindery-data/spreadsheet/write/zip/zip-stream.ts'
import { appendAuditEntry } from '../../core/audit/append-audit-entry.ts'
import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import { makeProcessFolder } from '../../engine/sandbox/sandbox-user.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { bundleEntries } from './bundle-entries.ts'
import { takeCut } from './cut.ts'

const ZIP_LEVEL = 1

export type MadeBundle = { filename: string; bytes: Readable }

/** The whole workbook as one file, of one moment, and made no faster than it is taken. */
export async function makeBundle(
  ctx: Context,
  workbookId: string,
  { hasTables }: { hasTables: boolean },
): Promise<MadeBundle> {
  await openWorkbook(ctx, workbookId, 'owner')
  const folder = makeProcessFolder(ctx.settings.cacheFolder, 'bundles')
  const forget = () => rm(folder, { recursive: true, force: true })
  try {
    const cut = await takeCut(ctx, workbookId, folder)
    const { title } = cut.workbook
    await inTransaction(ctx.db, (tx) =>
      appendAuditEntry(tx, ctx, { workbookId, action: 'workbook.bundle', target: { workbook: title } }),
    )
    const zip = zipStream(bundleEntries(ctx, cut, folder, { hasTables }), { level: ZIP_LEVEL })
    const bytes = Readable.from(zip, { objectMode: false })
    // Also when it is never taken.
    bytes.once('close', () => void forget())
    return { filename: `${title}.bundle.zip`, bytes }
  } catch (error) {
    await forget()
    throw error
  }
}
