import { hidingTables } from '../../core/reading/refuse-if-hidden.ts'
import type { OpenedWorkbook } from '../../core/workbooks/open-workbook.ts'
import type { Context } from '../../platform/context.ts'
import type { Source } from './source.ts'
import { listTablesEverMade, listTablesOfParts } from './sources.store.ts'
import { sharedPrefixes } from './templates/shared-tables.ts'

/**
 * The ids of those sources of which something is hidden from the caller: in a table that was ever made of them, or in one that their
 * rows go into with those of other files. A file that no table was made of yet has no tags, and hides nothing.
 */
export async function hiddenSources(
  ctx: Context,
  workbook: OpenedWorkbook,
  sources: readonly Pick<Source, 'sourceId' | 'spec'>[],
): Promise<ReadonlySet<string>> {
  if (!workbook.isGoverned) return NONE
  const { workbookId } = workbook
  const isHiding = await hidingTables(ctx, workbook)
  const ids = sources.map(({ sourceId }) => sourceId)
  const hidden = new Set(ids.filter(isHiding))
  for (const { sourceId, tableId } of await listTablesEverMade(ctx.db, workbookId, ids))
    if (isHiding(tableId)) hidden.add(sourceId)
  for (const { sourceId, spec } of sources)
    for (const prefix of spec && !hidden.has(sourceId) ? sharedPrefixes(spec) : [])
      if ((await listTablesOfParts(ctx.db, workbookId, prefix)).some(({ tableId }) => isHiding(tableId)))
        hidden.add(sourceId)
  return hidden
}

const NONE: ReadonlySet<string> = new Set()
