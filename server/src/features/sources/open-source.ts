import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { refuseIfAnythingHidden, refuseIfGoverned, type SeesAll } from '../governance/reading/refuse-if-hidden.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import type { WorkbookRole } from '../workbooks/workbook.ts'
import { type Source, sourceIdIn } from './source.ts'
import { findSource } from './sources.store.ts'

export type SourcePlace = { workbookId: string; name: string }

/** The only door to a source, by its name or its id. */
export async function openSource(ctx: Context, { workbookId, name }: SourcePlace, role: WorkbookRole): Promise<Source> {
  await openWorkbook(ctx, workbookId, role)
  return sourceIn(ctx, { workbookId, name })
}

async function sourceIn({ db }: Context, { workbookId, name }: SourcePlace): Promise<Source> {
  const source = await findSource(db, workbookId, name, sourceIdIn(name))
  if (!source) throw notFound('source', name)
  return source
}

/** The door to what stands in the file itself, where no policy lies over the cells: on a governed workbook it is shut. */
export async function openRawSource(ctx: Context, place: SourcePlace, role: WorkbookRole): Promise<Source> {
  refuseIfGoverned(await openWorkbook(ctx, place.workbookId, role))
  return sourceIn(ctx, place)
}

/** The door to what was read from the file: its spec with samples and names, and what did not fit. */
export async function openReadSource(
  ctx: Context,
  place: SourcePlace,
  role: WorkbookRole,
): Promise<Source & { seesAll: SeesAll }> {
  const seesAll = await refuseIfAnythingHidden(ctx, await openWorkbook(ctx, place.workbookId, role))
  return { ...(await sourceIn(ctx, place)), seesAll }
}
