import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { Watch } from '../../../engine/loader/load-request.ts'
import type { Context } from '../../../platform/context.ts'
import { findPreprocessing } from '../parse-spec/apply-rules.ts'
import type { StoredFile, StructuringOptions } from '../source.ts'
import { type BuiltByTemplate, buildByTemplate } from '../templates/build-by-template.ts'
import { tryTemplates, withMisses } from '../templates/try-templates.ts'
import { withLoader } from '../with-loader.ts'
import { type BuiltTable, buildTables } from './build-tables.ts'
import { stageSheets } from './name-tables.ts'
import { proposeReading, type SheetsAtHand, structureSource } from './structuring/structure-source.ts'
import { notStructured, type Structured } from './structuring/structuring.ts'

/** A file in tables that nothing names yet: its sheets as they are, and what structuring made of them; or its rows by a template. */
export type BuiltSource = {
  sheets: BuiltTable[]
  structured: Structured
  byTemplate?: BuiltByTemplate
  /** How the file would be read by itself: it nearly fits a template, and a user is to decide. */
  held?: ParseSpec
}

export type FileToBuild = {
  workbook: SheetsAtHand['workbook']
  file: StoredFile
  /** What the source is or will most likely be called. */
  sourceName: string
  wish: StructuringOptions
  /** What rows in tables of a template say they are from; the name of the source where it is not given. */
  rowName?: string
  /** A file that nearly fits a template is not read into tables. */
  holdsNearly?: boolean
  watch?: Watch | undefined
}

/**
 * Reads a file by the template of the workspace that fits it. Without one: first a faithful copy of each sheet, then, unless that
 * is to wait, the tables in them.
 */
export function buildSource(ctx: Context, building: FileToBuild): Promise<BuiltSource> {
  const { workbook, file, sourceName, wish, watch } = building
  const { workbookId } = workbook
  return withLoader(ctx, workbookId, file, null, async (loader) => {
    const fit = (await usesTemplates(ctx, building))
      ? await tryTemplates(ctx, workbook, loader, { sourceName: building.rowName ?? sourceName, sha256: file.sha256 })
      : NO_FIT
    if (fit.spec) {
      const byTemplate = await buildByTemplate(ctx, workbookId, loader, fit.spec)
      return { sheets: [], structured: notStructured('skipped'), byTemplate }
    }
    if (building.holdsNearly && fit.misses.length > 0) {
      const held = withMisses(await proposeReading(ctx, { workbook, loader, file, sourceName }), fit.misses)
      return { sheets: [], structured: notStructured('skipped'), held }
    }
    const staged = await stageSheets(loader, file.filename, watch)
    const sheets = await buildTables(ctx, workbookId, loader, staged, { watch })
    const structured =
      wish === 'auto'
        ? await structureSource(ctx, { workbook, loader, file, sourceName, sheets: staged, misses: fit.misses, watch })
        : await untilLater(ctx, building)
    return { sheets, structured }
  })
}

const NO_FIT = { spec: null, misses: [] }

/** Where sheets are to stay as they are, no template is laid over them. */
async function usesTemplates(ctx: Context, { workbook, file, wish }: FileToBuild): Promise<boolean> {
  if (wish !== 'auto' || !ctx.settings.structuring.isOn) return false
  return !(await findPreprocessing(ctx, workbook)).isSkipped(file.filename)
}

async function untilLater(ctx: Context, { workbook, file, wish }: FileToBuild): Promise<Structured> {
  if (wish === 'skip') return notStructured('skipped')
  if (!ctx.settings.structuring.isOn) return notStructured('off')
  const { isSkipped } = await findPreprocessing(ctx, workbook)
  return notStructured(isSkipped(file.filename) ? 'skipped' : 'deferred')
}
