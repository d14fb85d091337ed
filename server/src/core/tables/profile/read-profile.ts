import type { ColumnProfile } from '../../../engine/reading/reader.ts'
import type { ReadableColumn } from '../../../engine/table/readable-table.ts'
import type { Context } from '../../../platform/context.ts'
import { whilePoliciesHold } from '../../policies/while-policies-hold.ts'
import { openReadableTable } from '../../reading/open-readable-table.ts'
import type { ReadPlace } from '../open-editable-table.ts'
import { readQuestion } from '../rows/row-question.ts'

/** A column and what its values look like; null of one that is masked. */
export type ProfiledColumn = { column: ReadableColumn; profile: ColumnProfile | null }

export type Profile = {
  name: string
  editVersion: number
  rowCount: number
  isSampled: boolean
  columns: readonly ProfiledColumn[]
  computedAt: Date
}

/** What the values of a table's columns look like. Of a masked column nothing is looked at. */
export async function readProfile(ctx: Context, place: ReadPlace, columns?: string): Promise<Profile> {
  return whilePoliciesHold(ctx, place.workbookId, () => profileOnce(ctx, place, columns))
}

async function profileOnce(ctx: Context, { workbookId, name, asOf }: ReadPlace, columns?: string) {
  const opened = await openReadableTable(ctx, workbookId, name, { role: 'viewer', asOf, rows: 'filtered' })
  const { shown } = readQuestion(opened.table.columns, columns === undefined ? {} : { columns })
  const plain = shown.filter(({ isMasked }) => !isMasked).map(({ id }) => id)
  const { version, rowCount, isSampled, columns: profiles } = await ctx.reader.profile(opened.table, plain)
  return {
    name: opened.name,
    editVersion: version,
    rowCount,
    isSampled,
    columns: shown.map((column) => ({
      column,
      profile: profiles.find(({ columnId }) => columnId === column.id) ?? null,
    })),
    computedAt: ctx.now(),
    policyEpoch: opened.policyEpoch,
  }
}
