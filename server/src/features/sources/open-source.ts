import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import type { WorkbookRole } from '../workbooks/workbook.ts'
import { type Source, sourceIdIn } from './source.ts'
import { findSource } from './sources.store.ts'

export type SourcePlace = { workbookId: string; name: string }

/** The only door to a source, by its name or its id. */
export async function openSource(ctx: Context, { workbookId, name }: SourcePlace, role: WorkbookRole): Promise<Source> {
  await openWorkbook(ctx, workbookId, role)
  const source = await findSource(ctx.db, workbookId, name, sourceIdIn(name))
  if (!source) throw notFound('source', name)
  return source
}

/** The door to what stands in the file itself, where no policy lies over the cells: on a governed workbook it is shut. */
export function openRawSource(ctx: Context, place: SourcePlace, role: WorkbookRole): Promise<Source> {
  // No policies exist yet; once they do, `refuseIfGoverned(workbook)` belongs here and nowhere else.
  return openSource(ctx, place, role)
}
