import { isDeepStrictEqual } from 'node:util'
import { actorOf } from '../../../core/audit/actor.ts'
import { lockWorkbookHead } from '../../../core/audit/workbook-head.store.ts'
import { updateConflictsOfCells } from '../../../core/conflicts/conflicts.store.ts'
import { recordConflicts } from '../../../core/conflicts/conflicts.ts'
import { keepCopiedColumns } from '../../../core/policies/rows/row-policies.store.ts'
import { recordColumnLineage } from '../../../core/policies/tags/record-column-lineage.ts'
import { type CommittedWrites, commitInTurn, refusalOf } from '../../../core/tables/commit-table-edit.ts'
import { clearQuarantine } from '../../../core/tables/quarantine/clear-quarantine.ts'
import { admitBroken, keepRows } from '../../../core/tables/quarantine/keep-rows.ts'
import type { Committed, TableWrite } from '../../../engine/table/commit.ts'
import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { runOvertaken } from '../transforms.errors.ts'
import { updateDependencies } from '../transforms.store.ts'
import type { Computed } from './run.ts'
import { hasErasedSince } from './runs.store.ts'

/** How outputs come into the world. */
export type RunCommit = {
  kind: 'transform.run' | 'recompute'
  token: string
  actor: string | null
  /** Of a transform that is new: what its output, the first, is created as. */
  create?: TableWrite['create']
}

/** Commits outputs together: content, history, conflicts with what people wrote over them, and what depends on what. */
export async function commitRuns(
  tx: Tx,
  ctx: Context,
  outputs: readonly Computed[],
  { kind, token, actor, create }: RunCommit,
): Promise<Committed> {
  const [first] = outputs
  if (!first) throw new Error('impossible: a run that made nothing')
  const { workbookId, name, language, transformId, codeSha256 } = first.transform
  await lockWorkbookHead(tx, workbookId)
  // What was erased meanwhile is in what was made.
  const read = outputs.flatMap((output) => output.read)
  if (await hasErasedSince(tx, workbookId, read)) throw runOvertaken(name)
  const edit = {
    workbookId,
    table: name,
    writes: outputs.map(({ write }, n) => (n === 0 && create ? { ...write, create } : { ...write, token })),
    op: {
      kind,
      actor,
      detail: {
        expected_version: null,
        unconditional: false,
        rows: outputs.reduce((sum, { rowCount }) => sum + rowCount, 0),
        summary: summaryOf(outputs),
        code: { kind: language, ref: toWireId('tf', transformId), sha256: codeSha256.toString('hex') },
      },
    },
    auditDetail: { outputs: outputs.slice(0, 100).map(({ transform }) => transform.name) },
    // As the rules of each output say: a run has no request that could.
    ingest: { onViolation: null },
  }
  for (const { transform } of create ? [] : outputs)
    await clearQuarantine(tx, ctx, { workbookId, tableId: transform.tableId, by: transform.name, opKind: kind })
  const committed = await commitInTurn({ ...ctx, db: tx }, edit)
  if (committed.status === 'reread' || committed.status === 'fenced') throw runOvertaken(name)
  if (committed.status !== 'ok') throw refusalOf(edit, committed)
  await keepBroken(tx, ctx, first.transform, committed, { kind, actor })
  for (const output of outputs) await recordOutput(tx, ctx, output, committed.opId, actor)
  return committed
}

/** Rows of outputs that break their rules, where these say that they are set aside or let in. */
async function keepBroken(
  tx: Tx,
  ctx: Context,
  { workbookId, name }: Computed['transform'],
  { ingested }: CommittedWrites,
  { kind, actor }: Pick<RunCommit, 'kind' | 'actor'>,
) {
  for (const aside of ingested?.aside ?? [])
    await keepRows(tx, ctx, workbookId, aside, { from: name, opKind: kind, actor, originOf: () => null })
  await admitBroken(tx, workbookId, ingested?.warned?.tableIds ?? [])
}

function summaryOf(outputs: readonly Computed[]): string {
  const [first, ...below] = outputs
  const made = `Made ${first?.rowCount} rows of ${first?.transform.name}`
  return below.length > 0 ? `${made}, and ${below.length} tables below it` : made
}

async function recordOutput(tx: Tx, ctx: Context, output: Computed, opId: number, actor: string | null) {
  const { transform, conflicts, dependencies, standing, closed } = output
  const { workbookId, tableId, name } = transform
  if (!isDeepStrictEqual(transform.dependencies, dependencies)) await recordDependencies(tx, output)
  const by = { resolution: 'superseded', resolvedBy: actorOf(ctx, actor) } as const
  if (closed.length > 0) await updateConflictsOfCells(tx, { workbookId, tableId }, closed, by)
  await recordConflicts(tx, ctx, { workbookId, tableId, table: standing.name ?? name, opId, actor }, conflicts)
}

async function recordDependencies(tx: Tx, output: Computed) {
  await updateDependencies(tx, output.transform, output.dependencies)
  await recordColumnLineage(tx, output.transform.workbookId, madeFrom(output))
  const { workbookId, tableId } = output.transform
  await keepCopiedColumns(tx, { workbookId, tableId }, copiedIn(output), output.standing.version === 1)
}

/** Where every row is made from one row of one table: its columns that are there again, with their origins in both. */
function copiedIn({ standing, dependencies }: Computed) {
  const copied = standing.schema.flatMap(({ origin }, n) => {
    const { isCopy, from: [source] = [] } = dependencies[n] ?? {}
    return isCopy && source ? [{ ...source, to: origin }] : []
  })
  const [first] = copied
  if (!first) return null
  return { fromTableId: first.tableId, columns: Object.fromEntries(copied.map(({ origin, to }) => [origin, to])) }
}

/** Values carry the tags of what they were made from, and of what decided that they are there. */
function madeFrom({ transform: { tableId }, standing, dependencies }: Computed) {
  return standing.schema.flatMap(({ origin }, n) => {
    const { from = [], deciding = [] } = dependencies[n] ?? {}
    const sources = new Map([...from, ...deciding].map((source) => [`${source.tableId} ${source.origin}`, source]))
    return [...sources.values()].map((source) => ({
      tableId,
      origin,
      fromTableId: source.tableId,
      fromOrigin: source.origin,
    }))
  })
}
