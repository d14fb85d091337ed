import { createHash } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import type { ReadableColumn, ReadableTable } from '../../tabular/readable-table.ts'
import type { PageRequest, Position, RowPage } from '../../tabular/reader.ts'
import type { RowFormat } from '../../tabular/sql-question.ts'
import { type OpenedTable, openReadableTable } from '../governance/open-readable-table.ts'
import { whilePoliciesHold } from '../governance/while-policies-hold.ts'
import type { ReadPlace } from './open-editable-table.ts'
import { type AskedRows, readQuestion } from './row-question.ts'

/** Where a page begins: behind the page before, or after so many rows. */
export type PageStart = { after: Position; count: number | null } | { offset: number; count?: number | null }

export type RowsAsked = AskedRows & { limit: number; isCounted: boolean }

/** Rows in a format of ours, or as cells. */
export type RowsAs = { format: RowFormat['format']; hasRowIds: boolean } | 'cells'

export type ReadRows = {
  opened: OpenedTable
  shown: readonly ReadableColumn[]
  rows: RowPage['rows'] | Buffer
  /** Rows in all that fit the filter; null when nobody asked. */
  count: number | null
  next: PageStart | null
}

/**
 * Where a cursor comes from: the table, its order, its filter, its version if that is an older one, and how masked values are
 * shown. Used with others it would lead astray.
 */
export type CursorName = { tableId: string; question: string }

export type StartOf = (name: CursorName) => PageStart

/** So often a page is read again because the table moved on between its opening and its reading. */
const TRIES = 3

/** One page of rows, in row order unless another is asked for. */
export async function readRows(ctx: Context, place: ReadPlace, asked: RowsAsked, startOf: StartOf, as: RowsAs) {
  return whilePoliciesHold(ctx, place.workbookId, async () => {
    let read = await readOnce(ctx, place, asked, startOf, as)
    // Rows of a later version than is told cost whoever edits them a needless 409; where edits never pause, he gets that.
    for (let n = 1; n < TRIES && read.version > read.opened.editVersion; n++)
      read = await readOnce(ctx, place, asked, startOf, as)
    return { ...read, policyEpoch: read.opened.policyEpoch }
  })
}

async function readOnce(
  ctx: Context,
  { workbookId, name, asOf }: ReadPlace,
  asked: RowsAsked,
  startOf: StartOf,
  as: RowsAs,
): Promise<ReadRows & { cursorName: CursorName; version: number }> {
  const opened = await openReadableTable(ctx, workbookId, name, { role: 'viewer', asOf })
  const { shown, columnIds, orderBy, filter } = readQuestion(opened.table.columns, asked)
  const version = opened.table.isPast ? opened.editVersion : null
  const styles = opened.table.columns.flatMap(({ id, style }) => (style ? `${id} ${style}` : []))
  const question = hashOf([orderBy, filter, version, ...styles])
  const cursorName = { tableId: opened.artifactId, question }
  const start = startOf(cursorName)
  const known = start.count ?? (filter === null ? opened.rowCount : null)
  const request = {
    columnIds,
    limit: asked.limit,
    start: 'after' in start ? { after: start.after } : { offset: start.offset },
    orderBy,
    filter,
    isCounted: asked.isCounted && known === null,
  }
  const page = await readPage(ctx, opened.table, request, as)
  const count = known ?? page.count
  const passed = 'offset' in start ? start.offset + page.pageRows : null
  return {
    opened,
    shown,
    rows: page.rows,
    version: page.version,
    count,
    cursorName,
    next: nextStart(page, passed, count),
  }
}

async function readPage(ctx: Context, table: ReadableTable, request: PageRequest, as: RowsAs) {
  if (as !== 'cells') {
    return ctx.reader.encodedPage(table, request, { format: as.format, shape: 'objects' }, as.hasRowIds)
  }
  const page = await ctx.reader.page(table, request)
  return { ...page, pageRows: page.rows.length }
}

/** Longer than this a position makes no cursor; counting rows must do then. */
const MOST_POSITION_CHARACTERS = 900

function nextStart({ next }: Pick<RowPage, 'next'>, passed: number | null, count: number | null): PageStart | null {
  if (!next) return null
  if (passed === null || JSON.stringify(next).length <= MOST_POSITION_CHARACTERS) return { after: next, count }
  return { offset: passed, count }
}

const hashOf = (question: unknown) => createHash('sha256').update(JSON.stringify(question)).digest('base64url')
