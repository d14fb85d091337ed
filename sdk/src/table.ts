import type { Api } from './api.ts'
import type { ArrowAnswer } from './arrow-answer.ts'
import { type Edit, type Edited, type EditOptions, editTable, type TableState } from './edit-table.ts'
import type { FileInput } from './file-input.ts'
import type { Operations, RowsPage } from './generated/types.ts'
import { cursorListing, type Listing } from './listing.ts'
import { inPortions, type RowsToAppend } from './portions.ts'
import { type QueryOptions, runQueryAsArrow } from './query.ts'
import type { Row } from './row.ts'
import type { OrderBy, RowsOptions } from './rows-options.ts'
import type { CallOptions, Connection } from './send.ts'

type WriteBody = Operations['writeTableRows']['body']
type DeleteBody = Operations['deleteTableRows']['body']
type MergeBody = Omit<Operations['mergeTable']['body'], 'file'>

/** A page of this size costs little more than one of a hundred rows. */
const PAGE_ROWS = 1_000

export type Table<R extends Row = Row> = ReturnType<typeof tableOf<R>>

/** One table of a workbook. Nothing is asked before a method is called. */
export function tableOf<R extends Row = Row>(connection: Connection, api: Api, workbookId: string, name: string) {
  const at = { workbook_id: workbookId, name }
  const table = {
    workbookId,
    name,
    read: (options: CallOptions = {}) => api.readTable({ ...at, ...options }),
    columns: async (options: CallOptions = {}) => (await api.readTableColumns({ ...at, ...options })).columns,
    profile: (options: CallOptions = {}) => api.profileTable({ ...at, ...options }),
    /** The values of a column and how often each occurs, the most frequent first. */
    values: (
      column: string,
      options: Omit<Operations['listTableValues']['params'], keyof typeof at | 'column'> & CallOptions = {},
    ) => api.listTableValues({ ...at, column, ...options }),
    /** The next row that shows a text, and where it is among the rows. */
    find: (
      text: string,
      options: Omit<Operations['findInTable']['params'], keyof typeof at | 'text'> & CallOptions = {},
    ) => api.findInTable({ ...at, text, ...options }),
    access: (
      options: CallOptions & { role?: string | undefined; user_id?: string | undefined; sample?: number } = {},
    ) => api.readTableAccess({ ...at, ...options }),
    lineage: (options: Omit<Operations['readTableLineage']['params'], keyof typeof at> & CallOptions = {}) =>
      api.readTableLineage({ ...at, ...options }),

    /** All rows that match, read page by page. */
    rows: (options: RowsOptions = {}): Listing<R, RowsPage> => {
      const wanted = { limit: PAGE_ROWS, count: false, ...wireOptions(options) }
      const pages = cursorListing(
        (cursor) => api.readTableRows({ ...at, ...wanted, ...cursor }),
        (page) => page.rows,
      )
      // Safe: the caller says what the rows are like.
      return pages as Listing<R, RowsPage>
    },
    row: async (rowId: number, options: CallOptions = {}): Promise<R> => {
      const { row } = await api.readTableRow({ ...at, row_id: String(rowId), ...options })
      return row as R // Safe: as above.
    },
    /** Its rows, up to a million, as Arrow; which and in what order is said in SQL, by `queryArrow` of the workbook. */
    arrow: ({ columns, ...options }: QueryOptions & { columns?: string[] | undefined } = {}): Promise<ArrowAnswer> => {
      const wanted = columns ? columns.map(quoted).join(', ') : '*'
      return runQueryAsArrow(connection, workbookId, `SELECT ${wanted} FROM ${quoted(name)}`, options)
    },

    /** Inserts and updates rows in one go; refused when the table is no longer at `expected_version`. */
    write: (body: Omit<WriteBody, 'rows'> & { rows: Partial<R>[] }, options: CallOptions = {}) =>
      api.writeTableRows({ ...at, body, ...options }),
    deleteRows: (body: DeleteBody, options: CallOptions = {}) => api.deleteTableRows({ ...at, body, ...options }),
    /** Reads, applies, writes, and begins again when another writer was faster. */
    edit: (edit: (state: TableState<R>) => Edit<R> | Promise<Edit<R>>, options: EditOptions = {}): Promise<Edited> =>
      editTable(table, edit, options),
    /** Adds rows, however many there are: as many writes as it takes, each of which stands for itself. */
    append: async (rows: RowsToAppend<R>, options: CallOptions & { actor?: string | undefined } = {}) => {
      const { actor, idempotencyKey, ...call } = options
      const appended = { inserted: 0, portions: 0 }
      for await (const portion of inPortions(rows)) {
        const body = { rows: portion, expected_version: null, mode: 'insert' as const, return: 'none' as const, actor }
        // Each portion has a key of its own: the same rows appended again under the same key are there once.
        const key = idempotencyKey && `${idempotencyKey}.${appended.portions++}`
        const { inserted } = await api.writeTableRows({ ...at, body, ...call, idempotencyKey: key })
        appended.inserted += inserted
      }
      return { inserted: appended.inserted }
    },

    /** What the rows must be; those about columns hidden from the caller are left out. */
    rules: (options: CallOptions = {}) => api.readTableRules({ ...at, ...options }),
    /** Takes the place of all rules. Rows that break them come back in `broken`, or refuse them. */
    setRules: (body: Operations['setTableRules']['body'], options: CallOptions = {}) =>
      api.setTableRules({ ...at, body, ...options }),
    /** The table that keeps rows of files which break the rules; the same for a table and for its quarantine. */
    quarantine: (options: CallOptions = {}) => api.readTableQuarantine({ ...at, ...options }),
    /** Rows of the quarantine that obey the rules by now come in, the others stay. All, unless some are named. */
    sendQuarantined: (rowIds: readonly number[] | null = null, options: CallOptions = {}) =>
      api.sendQuarantinedRows({ ...at, body: { row_ids: rowIds === null ? null : [...rowIds] }, ...options }),

    /** Threads of comments about the table, its rows and its cells, the newest first; open ones unless asked otherwise. */
    comments: (options: Omit<Operations['listTableComments']['params'], keyof typeof at> & CallOptions = {}) =>
      cursorListing(
        (cursor) => api.listTableComments({ ...at, ...options, ...cursor }),
        (page) => page.threads,
      ),
    /** Begins a thread about a target, or answers in one. */
    comment: (body: Operations['writeTableComment']['body'], options: CallOptions = {}) =>
      api.writeTableComment({ ...at, body, ...options }),
    resolveComment: (commentId: string, resolved = true, options: CallOptions = {}) =>
      api.resolveTableComment({ ...at, comment_id: commentId, body: { resolved }, ...options }),

    /** Takes an edited export back. */
    merge: (file: FileInput, body: MergeBody, options: CallOptions = {}) =>
      api.mergeTable({ ...at, body: { file, ...body }, ...options }),
    /** `label` is what users read instead of the tag, in any script. */
    tag: (
      column: string,
      tag: string,
      { label, note, signal }: CallOptions & { label?: string | undefined; note?: string | undefined } = {},
    ) => api.tagColumn({ ...at, column, body: { tag, label, note }, signal }),
    untag: (column: string, tag: string, options: CallOptions = {}) =>
      api.untagColumn({ ...at, column, tag, ...options }),
    delete: async (expectedVersion: number | null, options: CallOptions = {}) =>
      api.deleteTable({ ...at, expected_version: String(expectedVersion), ...options }),
  }
  return table
}

/** A name in SQL. */
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Short where that is clear; as JSON where a name would be taken for something else. */
function listText(names: readonly OrderBy[]): string {
  const isPlain = names.every((name) => typeof name === 'string' && /^[^,[]+$/.test(name))
  return isPlain && names.length > 0 ? names.join(',') : JSON.stringify(names)
}

function wireOptions({ columns, order_by, filter, ...rest }: RowsOptions) {
  return {
    ...rest,
    ...(columns ? { columns: listText(columns) } : {}),
    ...(order_by?.length ? { order_by: listText(order_by) } : {}),
    ...(filter ? { filter: JSON.stringify(filter) } : {}),
  }
}
