import type { Actor } from '../audit/actor.ts'

/** What an op says besides who, when and where; in wire form, and never a cell's value. */
export type OpDetail = {
  /** The table's name at that time. */
  table: string
  expected_version: number | null
  /** The caller declined the version check. */
  unconditional: boolean
  /** How many rows it touched. */
  rows: number
  summary: string
  /** The way it came, where that is not its own endpoint. */
  via?: 'a1'
  code?: { kind: string; ref: string; sha256: string }
  idempotency_key?: string
  /** The conversation, or other piece of work, that it is a part of. */
  session?: string
  /** What tables were made of by a source, by their ids; kept to see whether they would be the same again. */
  made_of?: Readonly<Record<string, string>>
  /** Edits that a file overwrote, and the snapshot that has them. */
  overwritten?: {
    safety_snapshot_id: string
    tables: readonly { table: string; cells: number; rows: number; columns: number }[]
  }
}

export type Op = {
  opId: number
  kind: string
  tableId: string | null
  /** The table's name now; null of ops that touched several tables or none. */
  tableName: string | null
  editVersion: number | null
  actor: Actor
  detail: OpDetail
  at: Date
  undoneBy: number | null
}

/** Kinds that change cells of rows which were there before. */
export const EDITING_KINDS = ['rows.upsert', 'rows.delete', 'rows.undo', 'merge', 'sync', 'proposal.apply'] as const

const UNDOABLE: ReadonlySet<string> = new Set(['rows.upsert', 'rows.delete', 'merge', 'sync', 'proposal.apply'])

/** The next edition of a file, whose rows took the place of those of the last one. */
export const LANDING_KIND = 'source.revise'

/** Kinds that can be undone at all; each op once. */
export const isUndoableKind = (kind: string) => UNDOABLE.has(kind)

export const isUndoable = (op: Op) =>
  op.kind === LANDING_KIND ? op.undoneBy === null : isUndoableInSession(op) && op.tableId !== null

/** One that changed several tables is undone as a session: it has no version of its own. */
export const isUndoableInSession = ({ kind, undoneBy, tableId }: Op) =>
  isUndoableKind(kind) && undoneBy === null && (tableId !== null || kind === 'proposal.apply')
