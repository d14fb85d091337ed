import { readResult } from '../../core/queries/read-result.ts'
import { nextOffset, type Result } from '../../core/queries/result.ts'
import { runQuery } from '../../core/queries/run-query.ts'
import { openTablesForSql } from '../../core/reading/open-tables-for-sql.ts'
import { countSql, type RowsSql, rowsSql } from '../../engine/reading/rows-sql.ts'
import type { ResultColumn } from '../../engine/reading/sql-question.ts'
import type { Context } from '../../platform/context.ts'
import { assertState, notFound, ServiceError } from '../../platform/errors.ts'
import { type EntitySet, entitySets } from './model/entity-set.ts'
import { tableChanged } from './odata.errors.ts'
import type { Options } from './query/read-options.ts'
import { type PlannedRows, planRows } from './query/rows-question.ts'

/** What the rows of a page are: kept with the place where the next one begins, so that each page is shown alike. */
export type PageForm = { isGrouped: boolean; isKeyShown: boolean; isSelected: boolean; count: number | null }

/** What of all rows one result was asked for; it cannot keep more than a million of them. */
type Stretch = { skip: number; top: number | null }

/** Where the next page begins: in the result that is kept, or in another one behind it, of the same version. */
export type PagePlace = Stretch & { form: PageForm } & ({ resultId: string; offset: number } | { version: number })

export type EntityPage = {
  form: PageForm
  /** The key is the first, shown or not, unless rows are grouped. */
  columns: readonly ResultColumn[]
  rows: readonly (readonly unknown[])[]
  next: PagePlace | null
}

/** `gone`: the client no longer waits. */
export type EntityRequest = {
  workbookId: string
  set: string
  options: Options
  pageRows: number
  gone: AbortSignal
}

export const MOST_PAGE_ROWS = 10_000
const MOST_ROWS = 1_000_000
const TIMEOUT_MS = 60_000

/** The first page of an entity set, or of what is made of it. The others are read from the same result: they fit together. */
export async function readEntities(ctx: Context, request: EntityRequest): Promise<EntityPage> {
  const plan = planRows(await openEntitySet(ctx, request), request.options, ctx.now())
  const taken = await takeRows(ctx, request, plan)
  const { skip, top } = plan.question
  const isAll = skip === 0 && top === null && !taken.result.isTruncated
  const count = async () => (isAll ? taken.result.rowCount : countRows(ctx, request, plan))
  const form = { ...formOf(plan), count: request.options.isCounted ? await count() : null }
  return pageOf(taken, form, { skip, top })
}

export async function readNextPage(ctx: Context, request: EntityRequest, place: PagePlace): Promise<EntityPage> {
  const { skip, top, form } = place
  if ('resultId' in place) {
    const { resultId, offset } = place
    const asked = { offset, limit: request.pageRows, format: 'json', shape: 'arrays' } as const
    const { result, parts } = await readResult(ctx, resultId, asked)
    return pageOf({ result, rows: parseRows(parts), offset }, form, { skip, top })
  }
  const set = await openEntitySet(ctx, request)
  const plan = planRows(set, { ...request.options, skip, top: top ?? undefined }, ctx.now())
  const taken = await takeRows(ctx, request, plan)
  if (versionOf(taken.result) !== place.version) throw tableChanged(set.title)
  return pageOf(taken, form, { skip, top })
}

/** One entity, by its key. */
export async function readEntity(ctx: Context, request: EntityRequest, rowId: string): Promise<EntityPage> {
  const set = await openEntitySet(ctx, request)
  const plan = planRows(set, { select: request.options.select, isCounted: false }, ctx.now(), rowId)
  const taken = await takeRows(ctx, { ...request, pageRows: 1 }, plan)
  if (taken.rows.length === 0) throw notFound('entity', `${request.set}(${rowId})`)
  return pageOf(taken, { ...formOf(plan), count: null }, plan.question)
}

export async function countEntities(ctx: Context, request: EntityRequest): Promise<number> {
  return countRows(ctx, request, planRows(await openEntitySet(ctx, request), request.options, ctx.now()))
}

/** As the caller may see it. */
async function openEntitySet(ctx: Context, { workbookId, set: name }: EntityRequest): Promise<EntitySet> {
  const set = entitySets(await openTablesForSql(ctx, workbookId, undefined)).find((one) => one.name === name)
  if (!set) throw notFound('entity set', name)
  return set
}

const formOf = ({ isGrouped, isSelected, isKeyShown }: PlannedRows): Omit<PageForm, 'count'> => ({
  isGrouped,
  isSelected,
  isKeyShown,
})

/** `offset`: where the rows begin in the result. */
type Taken = { result: Result; rows: unknown[][]; offset: number }

async function takeRows(ctx: Context, request: EntityRequest, { question }: PlannedRows): Promise<Taken> {
  // A page that is too large is made of fewer rows.
  for (let limit = request.pageRows; ; limit = Math.ceil(limit / 10)) {
    try {
      return { ...(await ask(ctx, request, rowsSql(question), { limit, maxRows: MOST_ROWS })), offset: 0 }
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'result_too_large' || limit === 1) throw error
    }
  }
}

async function countRows(ctx: Context, request: EntityRequest, { question }: PlannedRows): Promise<number> {
  const { rows } = await ask(ctx, request, countSql(question), { limit: 1, maxRows: 1 })
  return Number(rows[0]?.[0])
}

/** Through the door of every query: gate, policies, limits and audit are there. */
async function ask(
  ctx: Context,
  { workbookId, gone }: EntityRequest,
  { sql, parameters: params }: RowsSql,
  bounds: { limit: number; maxRows: number },
) {
  const format = { format: 'json', shape: 'arrays' } as const
  const asked = { sql, params, asOf: undefined, format, timeoutMs: TIMEOUT_MS, ...bounds }
  const answered = await runQuery(ctx, workbookId, asked, gone)
  assertState('parts' in answered, 'a page of JSON is never streamed')
  return { result: answered.result, rows: parseRows(answered.parts) }
}

// Safe: the engine answers with an array of arrays.
const parseRows = (parts: readonly Buffer[]) => JSON.parse(Buffer.concat(parts).toString()) as unknown[][]

const versionOf = ({ tables }: Result) => tables[0]?.editVersion ?? 0

function pageOf({ result, rows, offset }: Taken, form: PageForm, { skip, top }: Stretch): EntityPage {
  const { resultId, columns, rowCount, isTruncated } = result
  const next = nextOffset(offset + rows.length, rowCount)
  if (next !== null) return { form, columns, rows, next: { resultId, offset: next, skip, top, form } }
  if (!isTruncated) return { form, columns, rows, next: null }
  const further = { skip: skip + rowCount, top: top === null ? null : top - rowCount }
  return { form, columns, rows, next: { ...further, version: versionOf(result), form } }
}
