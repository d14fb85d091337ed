import { checkedName, composedName } from '../../core/artifacts/artifact.ts'
import { artifactNameTaken, invalidField } from '../../core/artifacts/artifacts.errors.ts'
import { isNameTaken } from '../../core/artifacts/artifacts.store.ts'
import { refuseIfPolicyInput } from '../../core/artifacts/policy-input.ts'
import { listEdges } from '../../core/lineage/lineage.store.ts'
import { isCycle } from '../../core/lineage/lineage.ts'
import { type OpenedTable, openReadableTable } from '../../core/reading/open-readable-table.ts'
import { foldedName } from '../../core/reading/open-readable-tables.ts'
import { refuseIfAnyRowsHidden } from '../../core/reading/refuse-if-hidden.ts'
import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import type { ResultColumn } from '../../engine/reading/sql-question.ts'
import type { Dependency } from '../../engine/reading/sql-run.ts'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { type Chain, computeChain } from './runs/compute-chain.ts'
import { describedError, inputsOf, RUN_MS, refuseIfOff } from './runs/compute-output.ts'
import type { Runnable } from './runs/run.ts'
import { listStandings } from './runs/runs.store.ts'
import { boundPython, boundSql, hashOf, type Language, refuseIfUnbound, type Transform } from './transform.ts'
import { lineageCycle } from './transforms.errors.ts'
import { findTransform } from './transforms.store.ts'

export type TransformRequest = {
  name: string
  language: Language
  code: string
  args: Readonly<Record<string, string>>
  keyColumns: readonly string[]
  description: string | null
  materialized: Transform['materialized']
  isRun: boolean
  isReplacing: boolean
  actor: string | null
}

/** A transform that was looked at, and run if it was to be: only the commit is missing. */
export type PreparedTransform = {
  runnable: Runnable
  /** The one in whose place it comes. */
  replaced: Transform | undefined
  made: { chain: Chain } | { columns: readonly ResultColumn[]; dependencies: readonly Dependency[] }
}

/** Does all that takes time. Nothing is there of the transform yet, or everything still of the one it replaces. */
export async function prepareTransform(
  ctx: Context,
  workbookId: string,
  request: TransformRequest,
): Promise<PreparedTransform> {
  // A transform reads whole tables, and its readers see what it makes of them.
  await refuseIfAnyRowsHidden(ctx, await openWorkbook(ctx, workbookId, 'editor'))
  await refuseIfOff(ctx, request.language)
  const name = composedName(request.name, ['body', 'name'])
  refuseIfUnbound(request.code, Object.keys(request.args), request.language)
  const replaced = await findReplaced(ctx, workbookId, name, request.isReplacing)
  if (!replaced) checkedName(request.name, ['body', 'name'])
  const inputs = await openInputs(ctx, workbookId, request.args)
  const tableId = replaced?.tableId ?? newId()
  const inputIds = inputs.map(({ opened }) => opened.artifactId)
  if (isCycle(await listEdges(ctx.db, workbookId), tableId, inputIds)) throw lineageCycle(name)

  const { language, code, keyColumns } = request
  const runnable: Runnable = {
    workbookId,
    tableId,
    name,
    language,
    code,
    keyColumns,
    transformId: replaced?.transformId ?? newId(),
    codeSha256: hashOf(code),
    args: inputs.map(({ arg, opened }) => ({ arg, tableId: opened.artifactId })),
    visible: Object.fromEntries(inputs.map(({ opened }) => [opened.artifactId, plainOrigins(opened)])),
    masked: new Set(inputs.flatMap(({ opened }) => maskedNames(opened))),
  }
  const made = request.isRun ? { chain: await computeChain(ctx, runnable) } : await planOutput(ctx, runnable)
  return { runnable, replaced, made }
}

/** Only a transform's output can be made by another one, and only where its author says so. */
export async function findReplaced(ctx: Context, workbookId: string, name: string, isReplacing: boolean) {
  if (!(await isNameTaken(ctx.db, workbookId, name))) return undefined
  const found = isReplacing ? await findTransform(ctx.db, workbookId, name, newId()) : undefined
  if (!found) throw artifactNameTaken(name)
  await refuseIfPolicyInput(ctx, { workbookId, artifactId: found.tableId, name })
  return found
}

type Input = { arg: string; opened: OpenedTable }

async function openInputs(ctx: Context, workbookId: string, args: TransformRequest['args']): Promise<Input[]> {
  const names = Object.keys(args)
  const folded = new Set(names.map(foldedName))
  if (folded.size < names.length)
    throw invalidField(['body', 'args'], 'duplicate', 'names must differ in more than capital and small letters')
  const inputs: Input[] = []
  for (const [arg, name] of Object.entries(args))
    inputs.push({ arg, opened: await openReadableTable(ctx, workbookId, name.normalize('NFC'), { role: 'editor' }) })
  return inputs
}

const plainOrigins = ({ table }: OpenedTable) =>
  table.columns.filter(({ isMasked }) => !isMasked).map(({ origin }) => origin)

const maskedNames = ({ table }: OpenedTable) =>
  table.columns.filter(({ isMasked }) => isMasked).map(({ name }) => foldedName(name))

/** What a transform would answer with. No row is read: Python, which says it in no other way, is run on tables without any. */
async function planOutput(ctx: Context, runnable: Runnable) {
  const { workbookId, language, code, keyColumns } = runnable
  const standings = await listStandings(ctx.bulk.db, workbookId)
  const inputs = inputsOf(runnable, { standings, computed: new Map() })
  const question = { workbookId, inputs, keyColumns }
  try {
    if (language === 'python') return await ctx.python.plan({ ...question, code: boundPython(code) })
    return await ctx.runs.plan({ ...question, sql: boundSql(code), timeoutMs: RUN_MS })
  } catch (error) {
    throw describedError(error, runnable)
  }
}
