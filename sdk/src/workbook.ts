import type { Api } from './api.ts'
import { type Download, downloadOf } from './download.ts'
import { type EventStreamOptions, eventStream } from './event-stream.ts'
import type { FileInput } from './file-input.ts'
import type { Operations } from './generated/types.ts'
import { cursorListing, listing } from './listing.ts'
import { type QueryOptions, runQuery, runQueryAsArrow } from './query.ts'
import type { Row } from './row.ts'
import type { CallOptions, Connection } from './send.ts'
import { sourceOf } from './source.ts'
import { tableOf } from './table.ts'
import { type UploadOptions, uploadFile, uploadFiles } from './upload-file.ts'

type BodyOf<K extends keyof Operations> = NonNullable<(Operations[K] & { body?: unknown })['body']> &
  (Operations[K] extends { body?: infer B } ? NonNullable<B> : unknown)

export type Workbook = ReturnType<typeof workbookOf>

/** One workbook. Nothing is asked before a method is called. */
export function workbookOf(connection: Connection, api: Api, workbookId: string) {
  const at = { workbook_id: workbookId }
  return {
    id: workbookId,
    read: (options: CallOptions = {}) => api.readWorkbook({ ...at, ...options }),
    change: (body: BodyOf<'changeWorkbook'>, options: CallOptions = {}) =>
      api.changeWorkbook({ ...at, body, ...options }),
    delete: (options: CallOptions = {}) => api.deleteWorkbook({ ...at, ...options }),

    table: <R extends Row = Row>(name: string) => tableOf<R>(connection, api, workbookId, name),
    tables: async (options: CallOptions & { state?: 'active' | 'archived' | 'all' | undefined } = {}) =>
      (await api.listTables({ ...at, ...options })).tables,
    createTable: (body: BodyOf<'createTable'>, options: CallOptions = {}) =>
      api.createTable({ ...at, body, ...options }),

    source: (name: string) => sourceOf(api, workbookId, name),
    sources: (options: CallOptions = {}) =>
      cursorListing(
        (cursor) => api.listSources({ ...at, ...options, ...cursor }),
        (page) => page.sources,
      ),
    upload: (file: FileInput, options: UploadOptions = {}) => uploadFile(api, workbookId, file, options),
    /** Several files at once: forms of one template become rows of one table. */
    uploadFiles: (files: readonly FileInput[], options: Omit<UploadOptions, 'async' | 'slotFromBytes'> = {}) =>
      uploadFiles(api, workbookId, files, options),

    query: <R extends Row = Row>(sql: string, options: QueryOptions = {}) => runQuery<R>(api, workbookId, sql, options),
    queryArrow: (sql: string, options: QueryOptions = {}) => runQueryAsArrow(connection, workbookId, sql, options),
    /** The first rows of a SELECT, each with the cells of files that it was made from. */
    cite: (sql: string, options: CallOptions & Omit<BodyOf<'citeQuery'>, 'sql'> = {}) => {
      const { signal, ...body } = options
      return api.citeQuery({ ...at, body: { sql, ...body }, signal })
    },
    validate: (sql: string, options: CallOptions = {}) => api.validateQuery({ ...at, body: { sql }, ...options }),

    /** Groups and measures the rows of a table, without SQL. */
    summarize: (body: BodyOf<'summarizeTable'>, options: CallOptions = {}) =>
      api.summarizeTable({ ...at, body, ...options }),
    savedViews: async (options: CallOptions & { table?: string | undefined } = {}) =>
      (await api.listSavedViews({ ...at, ...options })).saved_views,
    questions: async (options: CallOptions = {}) => (await api.listQuestions({ ...at, ...options })).questions,
    ask: (questionId: string, options: CallOptions = {}) =>
      api.runQuestion({ ...at, question_id: questionId, ...options }),
    dashboards: async (options: CallOptions = {}) => (await api.listDashboards({ ...at, ...options })).dashboards,
    links: async (options: CallOptions = {}) => (await api.listLinks({ ...at, ...options })).links,
    /** Shares a table, a saved view or a dashboard by a link, whose `url` is shown once. */
    shareByLink: (body: BodyOf<'createLink'>, options: CallOptions = {}) => api.createLink({ ...at, body, ...options }),
    revokeLink: (linkId: string, options: CallOptions = {}) => api.revokeLink({ ...at, link_id: linkId, ...options }),

    /** Open ones, newest first; `state` asks for others. */
    proposals: (options: CallOptions & { state?: Operations['listProposals']['params']['state'] } = {}) =>
      cursorListing(
        (cursor) => api.listProposals({ ...at, ...options, ...cursor }),
        (page) => page.proposals,
      ),
    /** Keeps changes of rows aside until reviewers have approved them. */
    propose: (body: BodyOf<'proposeRows'>, options: CallOptions = {}) => api.proposeRows({ ...at, body, ...options }),
    proposal: (proposalId: string, options: CallOptions = {}) =>
      api.readProposal({ ...at, proposal_id: proposalId, ...options }),
    reviewProposal: (proposalId: string, body: BodyOf<'reviewProposal'>, options: CallOptions = {}) =>
      api.reviewProposal({ ...at, proposal_id: proposalId, body, ...options }),
    applyProposal: (proposalId: string, body: BodyOf<'applyProposal'> = {}, options: CallOptions = {}) =>
      api.applyProposal({ ...at, proposal_id: proposalId, body, ...options }),
    withdrawProposal: (proposalId: string, options: CallOptions = {}) =>
      api.withdrawProposal({ ...at, proposal_id: proposalId, body: { state: 'withdrawn' }, ...options }),

    transforms: (options: CallOptions = {}) =>
      cursorListing(
        (cursor) => api.listTransforms({ ...at, ...options, ...cursor }),
        (page) => page.transforms,
      ),
    createTransform: (body: BodyOf<'createTransform'>, options: CallOptions = {}) =>
      api.createTransform({ ...at, body, ...options }),
    runTransform: (name: string, options: CallOptions = {}) => api.runTransform({ ...at, name, ...options }),
    recompute: (options: CallOptions = {}) => api.recomputeWorkbook({ ...at, ...options }),

    export: async (body: BodyOf<'exportTables'> = {}, options: CallOptions = {}): Promise<Download> =>
      downloadOf(await api.exportTables({ ...at, body, ...options })),
    /** The whole workbook as one file. */
    bundle: async (options: CallOptions = {}): Promise<Download> =>
      downloadOf(await api.makeBundle({ ...at, ...options })),
    /** Takes a file back, whichever of its tables were exported into it. */
    sync: (file: FileInput, body: Omit<BodyOf<'syncFile'>, 'file'> = {}, options: CallOptions = {}) =>
      api.syncFile({ ...at, body: { file, ...body }, ...options }),
    conflicts: (options: CallOptions & { status?: 'open' | 'closed' | undefined } = {}) =>
      cursorListing(
        (cursor) => api.listConflicts({ ...at, ...options, ...cursor }),
        (page) => page.conflicts,
      ),
    resolveConflict: (conflictId: string, body: BodyOf<'resolveConflict'>, options: CallOptions = {}) =>
      api.resolveConflict({ ...at, conflict_id: conflictId, body, ...options }),

    versions: (options: CallOptions = {}) =>
      cursorListing(
        (cursor) => api.listVersions({ ...at, ...options, ...cursor }),
        (page) => page.versions,
      ),
    commitVersion: (label: string, options: CallOptions & { summary?: string | undefined } = {}) =>
      api.commitVersion({ ...at, body: { label, summary: options.summary }, signal: options.signal }),
    revertTo: (label: string, options: CallOptions = {}) => api.revertVersion({ ...at, label, ...options }),
    snapshots: (options: CallOptions = {}) =>
      cursorListing(
        (cursor) => api.listSnapshots({ ...at, ...options, ...cursor }),
        (page) => page.snapshots,
      ),
    diff: (snapshotId: string, options: CallOptions & { against?: string | undefined } = {}) =>
      api.diffSnapshots({ ...at, snapshot_id: snapshotId, ...options }),

    policies: (options: CallOptions = {}) =>
      cursorListing(
        (cursor) => api.listPolicies({ ...at, ...options, ...cursor }),
        (page) => page.policies,
      ).toArray(),
    setPolicy: (tag: string, body: BodyOf<'setPolicy'>, options: CallOptions = {}) =>
      api.setPolicy({ ...at, tag, body, ...options }),
    removePolicy: (tag: string, options: CallOptions & { role?: string | undefined } = {}) =>
      api.deletePolicy({ ...at, tag, ...options }),
    /** Which rows of which tables callers see. */
    rowPolicies: async (options: CallOptions = {}) => (await api.listRowPolicies({ ...at, ...options })).row_policies,
    rowPolicy: (table: string, options: CallOptions = {}) => api.readRowPolicy({ ...at, table, ...options }),
    setRowPolicy: (table: string, body: BodyOf<'setRowPolicy'>, options: CallOptions = {}) =>
      api.setRowPolicy({ ...at, table, body, ...options }),
    removeRowPolicy: (table: string, options: CallOptions = {}) => api.deleteRowPolicy({ ...at, table, ...options }),

    ops: (options: CallOptions = {}) =>
      listing(
        (before: number | undefined) => api.listOps({ ...at, ...options, ...(before === undefined ? {} : { before }) }),
        (page) => page.ops,
        (page) => page.next_before,
      ),
    undo: (opId: number, options: CallOptions & { force?: boolean | undefined; dry_run?: boolean | undefined } = {}) =>
      api.undoOp({ ...at, op_id: String(opId), ...options }),
    /** Takes back all that was written under a `session`, as one op. */
    undoSession: (session: string, { dry_run, ...options }: CallOptions & { dry_run?: boolean | undefined } = {}) =>
      api.undoSession({ ...at, body: { session, dry_run }, ...options }),
    /** What happens in it from now on, or from behind the event `after`. */
    events: (options: EventStreamOptions = {}) => eventStream(connection, workbookId, options),
  }
}
