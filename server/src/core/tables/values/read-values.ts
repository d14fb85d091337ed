import type { Context } from '../../../platform/context.ts'
import { maskedColumn } from '../../policies/governance.errors.ts'
import { whilePoliciesHold } from '../../policies/while-policies-hold.ts'
import { openReadableTable } from '../../reading/open-readable-table.ts'
import type { ReadPlace } from '../open-editable-table.ts'
import { readQuestion } from '../rows/row-question.ts'
import { unknownColumn } from '../tables.errors.ts'

export type ValuesRequest = { column: string; search: string | null; filter: string | null; limit: number }

/** The values of one column and how often each occurs. A masked column has none to list. */
export async function readValues(ctx: Context, place: ReadPlace, asked: ValuesRequest) {
  return whilePoliciesHold(ctx, place.workbookId, () => readOnce(ctx, place, asked))
}

async function readOnce(ctx: Context, { workbookId, name, asOf }: ReadPlace, asked: ValuesRequest) {
  const opened = await openReadableTable(ctx, workbookId, name, { role: 'viewer', asOf, rows: 'filtered' })
  const wanted = asked.column.normalize('NFC')
  const column = opened.table.columns.find((candidate) => candidate.name === wanted)
  if (!column) throw unknownColumn([asked.column], 'query')
  if (column.isMasked) throw maskedColumn([column.name])
  const { filter } = readQuestion(opened.table.columns, asked.filter === null ? {} : { filter: asked.filter })
  const request = { columnId: column.id, filter, search: asked.search || null, limit: asked.limit }
  const found = await ctx.reader.values(opened.table, request)
  return { ...found, opened, column, policyEpoch: opened.policyEpoch }
}
