import { closedFile } from '../../core/policies/governance.errors.ts'
import { refuseIfGoverned } from '../../core/reading/refuse-if-hidden.ts'
import type { SeesFile } from '../../core/reading/visible-value.ts'
import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import type { WorkbookRole } from '../../core/workbooks/workbook.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { hiddenSources } from './hidden-sources.ts'
import { type Source, sourceIdIn } from './source.ts'
import { findSource } from './sources.store.ts'

export type SourcePlace = { workbookId: string; name: string }

/** One of the doors below. */
export type SourceDoor = (ctx: Context, place: SourcePlace, role: WorkbookRole) => Promise<Source>

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

/**
 * The door to what was read from the file (its spec with samples and names, what did not fit) and to every write that reads it again.
 * It is open to callers from whom nothing is hidden of the tables that were ever made of it, whatever policies say of other tables.
 */
export async function openReadSource(
  ctx: Context,
  place: SourcePlace,
  role: WorkbookRole,
): Promise<Source & { seesFile: SeesFile }> {
  const workbook = await openWorkbook(ctx, place.workbookId, role)
  const source = await sourceIn(ctx, place)
  if ((await hiddenSources(ctx, workbook, [source])).size > 0) throw closedFile(workbook.workbookId)
  // Safe: the mark is a promise, not a member.
  return { ...source, seesFile: {} as SeesFile }
}
