import { sql } from 'kysely'
import { keepStatement } from '../../platform/database/keep-statement.ts'
import type { Tx } from '../../platform/postgres.ts'
import { type SegmentRef, segmentToSql } from './table.ts'

export type CommitCall = {
  workbookId: string
  writes: readonly Record<string, unknown>[]
  op: { kind: string; actor: Record<string, unknown>; detail: Record<string, unknown>; undoes?: number }
  /** The audit entry's parts, each as canonical JSON. */
  audit: { action: string; actor: string; detail: string; ip: string; outcome: string; target: string }
}

export type CommitAnswer =
  | {
      status: 'ok'
      edit_seq: number
      op_id: number
      at: string
      tables: {
        table: string
        edit_version: number
        row_count: number
        row_ids: number[]
        inserted: number
        updated: number
        deleted: number
      }[]
      stale: string[]
    }
  | {
      status: 'conflict' | 'row_conflict' | 'reread' | 'gone' | 'fenced' | 'behind' | 'unchecked' | 'policy_input'
      table: string
      current?: number
      epoch?: number
      changed?: number[] | null
    }

const commitEdit = keepStatement(
  (
    db,
    workbookId: string,
    writes: string,
    kind: string,
    actor: string,
    detail: string,
    undoes: number | null,
    parts: readonly string[],
  ) =>
    sql<{ answer: CommitAnswer }>`
    select commit_edit(
      ${workbookId}, ${writes}::jsonb, ${kind}, ${actor}::jsonb, ${detail}::jsonb, ${undoes},
      (select row(a[1], a[2], a[3], a[4], a[5], a[6])::audit_parts from (select ${parts}::text[]) as p (a))
    ) as answer
  `.compile(db),
)

export async function callCommit(tx: Tx, { workbookId, writes, op, audit }: CommitCall): Promise<CommitAnswer> {
  const parts = [audit.action, audit.actor, audit.detail, audit.ip, audit.outcome, audit.target]
  const texts = [JSON.stringify(writes), op.kind, JSON.stringify(op.actor), JSON.stringify(op.detail)] as const
  const [found] = await commitEdit(tx, workbookId, ...texts, op.undoes ?? null, parts)
  const answer = found?.answer
  if (!answer) throw new Error('impossible: a commit without an answer')
  return answer
}

/** Ops that were taken back together, by this one. */
export async function markUndone(tx: Tx, workbookId: string, opIds: readonly number[], byOpId: number) {
  await sql`select mark_undone(${workbookId}, ${opIds}::bigint[], ${byOpId})`.execute(tx)
}

/** The first of `n` row ids that no other write gets. */
export async function reserveRowIds(tx: Tx, workbookId: string, tableId: string, n: number): Promise<number> {
  const { rows } = await sql<{
    first: number
  }>`select reserve_row_ids(${workbookId}, ${tableId}, ${n}) as first`.execute(tx)
  const first = rows[0]?.first
  if (typeof first !== 'number') throw new Error('impossible: row ids for a table that is not there')
  return first
}

/** What holds the content of a version now. False: the table is gone, or one of the segments. */
export async function saveCheckpoint(
  tx: Tx,
  checkpoint: { workbookId: string; tableId: string; version: number; segments: readonly SegmentRef[] },
): Promise<boolean> {
  const { workbookId, tableId, version, segments } = checkpoint
  const { rows } = await sql<{ isSaved: boolean }>`
    select save_checkpoint(${workbookId}, ${tableId}, ${version}, ${JSON.stringify(segments.map(segmentToSql))}::jsonb) as is_saved
  `.execute(tx)
  return rows[0]?.isSaved === true
}
