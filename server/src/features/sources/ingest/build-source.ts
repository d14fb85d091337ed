import type { Context } from '../../../platform/context.ts'
import type { Watch } from '../../../tabular/loader/load-request.ts'
import { findPreprocessing } from '../parse-spec/apply-rules.ts'
import type { StoredFile, StructuringWish } from '../source.ts'
import { withLoader } from '../with-loader.ts'
import { type BuiltTable, buildTables } from './build-tables.ts'
import { stageSheets } from './name-tables.ts'
import { type SheetsAtHand, structureSource } from './structure-source.ts'
import { notStructured, type Structured } from './structuring.ts'

/** A file in tables that nothing names yet: its sheets as they are, and what structuring made of them. */
export type BuiltSource = { sheets: BuiltTable[]; structured: Structured }

export type FileToBuild = {
  workbook: SheetsAtHand['workbook']
  file: StoredFile
  /** What the source is or will most likely be called. */
  sourceName: string
  wish: StructuringWish
  watch?: Watch | undefined
}

/** Reads a file: first a faithful copy of each sheet, then, unless that is to wait, the tables in them. */
export function buildSource(ctx: Context, building: FileToBuild): Promise<BuiltSource> {
  const { workbook, file, sourceName, wish, watch } = building
  const { workbookId } = workbook
  return withLoader(ctx, workbookId, file, null, async (loader) => {
    const staged = await stageSheets(loader, file.filename, watch)
    const sheets = await buildTables(ctx, workbookId, loader, staged, { watch })
    const structured =
      wish === 'auto'
        ? await structureSource(ctx, { workbook, loader, file, sourceName, sheets: staged, watch })
        : await untilLater(ctx, building)
    return { sheets, structured }
  })
}

async function untilLater(ctx: Context, { workbook, file, wish }: FileToBuild): Promise<Structured> {
  if (wish === 'skip') return notStructured('skipped')
  if (!ctx.settings.structuring.isOn) return notStructured('off')
  const { isSkipped } = await findPreprocessing(ctx, workbook)
  return notStructured(isSkipped(file.filename) ? 'skipped' : 'deferred')
}
