import type { EditedFile } from '@bindery-data/spreadsheet/edits/edit-file.ts'
import type { FileEdit } from '@bindery-data/spreadsheet/edits/file-edit.ts'
import type { Context } from '../../../platform/context.ts'
import { openRawSource, type SourcePlace } from '../open-source.ts'
import { dialectIn } from '../parse-spec/dialect-hints.ts'
import { withLoader } from '../with-loader.ts'
import { askForEdit } from './edit-source.ts'

/** What formulas of a file would give if cells were others. Nothing is kept of it. */
export async function whatIf(
  ctx: Context,
  place: SourcePlace,
  editsOf: () => readonly FileEdit[],
): Promise<EditedFile> {
  const source = await openRawSource(ctx, place, 'viewer')
  const edits = editsOf()
  const hints = source.spec && dialectIn(source.spec)
  const { edited } = await withLoader(ctx, source.workbookId, source, hints, (loader) =>
    askForEdit(loader, { edits, rows: [] }, { isKept: false, isQuestion: true, member: 'set' }),
  )
  return edited
}
