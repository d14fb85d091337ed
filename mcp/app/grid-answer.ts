import { type Fields, numberOf, recordsOf, textOf, textsOf } from './values.ts'

/** Rows and columns, of whichever tool. */
export type Grid = {
  title: string | null
  columns: readonly GridColumn[]
  rows: readonly (readonly unknown[])[]
  /** How many rows stand before the first. */
  offset: number
  /** Null: not known. */
  total: number | null
  next: NextPage | null
  isStale: boolean
  staleTables: readonly string[]
  /** The service kept the first rows of the result only. */
  isTruncated: boolean
  cutTexts: number
  cited: Cited
}

export type GridColumn = { name: string; type: string; isMasked: boolean; isRowId: boolean }
/** The only calls that this page makes, and both only read. */
export type NextPage = { tool: 'get_result_page' | 'read_rows'; args: Record<string, unknown> }
export type SheetLink = { source: string; sheet: string; link: string }
export type Cited = {
  rows: readonly (readonly unknown[])[]
  reason: string | null
  madeFrom: readonly string[]
  links: readonly SheetLink[]
}

const ROW_ID = '__svc_row_id'

/** Of `query`, `get_result_page`, `read_rows` and `describe_table`. */
export function gridIn(answer: Fields, args: Fields): Grid {
  if ('sample' in answer) return described(answer)
  const columns = 'types' in answer ? rowColumns(answer) : recordsOf(answer.columns).map(columnOf)
  return {
    title: typeof args.table === 'string' ? args.table : null,
    columns,
    // Safe: a row is a list of the values of the columns.
    rows: Array.isArray(answer.rows) ? (answer.rows as unknown[][]) : [],
    offset: numberOf(answer.offset),
    total: typeof answer.row_count === 'number' ? answer.row_count : null,
    next: nextPage(answer, args),
    isStale: answer.stale === true,
    staleTables: textsOf(answer.stale_tables),
    isTruncated: answer.truncated === true,
    cutTexts: numberOf(answer.cut_cells),
    cited: citedIn(answer),
  }
}

const columnOf = ({ name, type, masked }: Fields): GridColumn => ({
  name: textOf(name),
  type: textOf(type),
  isMasked: masked === true,
  isRowId: name === ROW_ID,
})

/** Rows that can be edited: their ids come first, and are no column of the table. */
function rowColumns(answer: Fields): GridColumn[] {
  const known = new Map(recordsOf(answer.types).map((type) => [type.name, columnOf(type)]))
  return textsOf(answer.columns).map((name) => known.get(name) ?? columnOf({ name, type: '' }))
}

function described(answer: Fields): Grid {
  const columns = recordsOf(answer.columns).map(columnOf)
  return {
    title: textOf(answer.name),
    columns,
    rows: recordsOf(answer.sample).map((row) => columns.map(({ name }) => row[name] ?? null)),
    offset: 0,
    total: typeof answer.row_count === 'number' ? answer.row_count : null,
    next: null,
    isStale: answer.stale === true,
    staleTables: [],
    isTruncated: false,
    cutTexts: 0,
    cited: { rows: [], reason: null, madeFrom: textsOf(answer.read_from), links: [] },
  }
}

function nextPage({ result_id, next_offset, next_cursor }: Fields, args: Fields): NextPage | null {
  if (typeof result_id === 'string' && typeof next_offset === 'number')
    return { tool: 'get_result_page', args: { result_id, offset: next_offset } }
  if (typeof next_cursor === 'string') return { tool: 'read_rows', args: { ...args, cursor: next_cursor } }
  return null
}

function citedIn({ citations }: Fields): Cited {
  const { rows, not_cited, made_from, links } = recordsOf([citations])[0] ?? {}
  return {
    // Safe: a row is a list of places, or of nothing.
    rows: Array.isArray(rows) ? (rows as unknown[][]) : [],
    reason: typeof not_cited === 'string' ? not_cited : null,
    madeFrom: textsOf(made_from),
    links: recordsOf(links).map(({ source, sheet, link }) => ({
      source: textOf(source),
      sheet: textOf(sheet),
      link: textOf(link),
    })),
  }
}

/** The rows of a page behind those that are shown. */
export function withPage(grid: Grid, page: Grid): Grid {
  const { cited } = grid
  const missing = Array.from({ length: grid.rows.length - cited.rows.length }, () => [])
  const isCited = page.cited.rows.length > 0
  return {
    ...grid,
    rows: [...grid.rows, ...page.rows],
    next: page.next,
    cutTexts: grid.cutTexts + page.cutTexts,
    cited: {
      ...cited,
      rows: isCited ? [...cited.rows, ...missing, ...page.cited.rows] : cited.rows,
      links: [...cited.links, ...page.cited.links],
    },
  }
}
