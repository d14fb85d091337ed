import type { OpenedTable } from '../../../core/reading/open-readable-table.ts'
import { wholeRowCount } from '../../../core/reading/refuse-if-hidden.ts'
import { orphans, type Reference } from '../../../engine/duckdb/lint/evidence-sql.ts'
import { SqlRefused } from '../../../engine/reading/sql-question.ts'
import type { Context } from '../../../platform/context.ts'
import { ServiceError } from '../../../platform/errors.ts'
import { byGravity, CHECKS, type Check, type Coverage, type Finding, findingIdOf, type Suspicion } from '../finding.ts'
import { LATE } from '../review.ts'
import { type Ask, ReviewLate } from './ask-engine.ts'
import { agreeing, countOf, isKeyName } from './column-words.ts'
import { findOut, measureTable, suspectTable } from './lint-table.ts'
import { suspectReportTotals } from './report-totals.ts'
import { type Measured, suspectKeys } from './suspect-rows.ts'
import { MOST_SPELLINGS } from './suspect-texts.ts'

type Linted = { findings: Finding[]; coverage: Coverage }

/** `tables`: those to look at. `others`: further ones of the workbook, which they may refer to. */
type LintOptions = { tables: readonly OpenedTable[]; checks: readonly Check[]; report?: (done: number) => void }

/** Runs the checks over tables; what could not be checked is reported with the reason. */
export async function lintTables(ctx: Context, ask: Ask, { tables, checks, report }: LintOptions): Promise<Linted> {
  const coverage: Coverage = {
    tablesChecked: [],
    tablesSkipped: [],
    rowsChecked: 0,
    checksRun: CHECKS.filter((check) => checks.includes(check)),
    checksSkipped: [],
  }
  const findings: Finding[] = []
  const measured = new Map<string, readonly Measured[]>()
  const today = ctx.now().toISOString().slice(0, 10)

  const lookInto = async (suspicions: readonly Suspicion[]) => {
    for (const suspicion of suspicions.filter(({ check }) => checks.includes(check))) {
      const found = await findOut(ask, suspicion)
      if (found) findings.push(found)
    }
  }
  const inTable = async (opened: OpenedTable) => {
    const columns = await measureTable(ask, opened.table, today)
    measured.set(opened.name, columns)
    await lookInto(await suspectTable(ask, opened.table, columns, today))
    if (checks.includes('stale_table') && opened.staleSince) findings.push(staleFinding(opened, opened.staleSince))
    coverage.checksSkipped.push(...skippedIn(opened.name, columns, checks))
    coverage.rowsChecked += wholeRowCount(opened.table)
  }
  for (const [n, opened] of tables.entries()) {
    const reason = await reasonToSkip(() => inTable(opened))
    if (reason === null) coverage.tablesChecked.push(opened.name)
    else coverage.tablesSkipped.push({ name: opened.name, reason })
    report?.(n + 1)
  }
  const reason = await reasonToSkip(async () => {
    await lookInto(suspectBetween(tables, measured))
    const [{ workbookId } = { workbookId: '' }] = tables
    if (checks.includes('total_mismatch') && workbookId)
      await lookInto(await suspectReportTotals(ctx, workbookId, tables))
  })
  if (reason !== null)
    for (const check of ['duplicate_key', 'orphan_reference', 'total_mismatch'] as const)
      if (checks.includes(check)) coverage.checksSkipped.push({ check, reason })
  return { findings: findings.sort(byGravity), coverage }
}

/** What is seen only beside other tables: keys, and what refers to them. */
function suspectBetween(
  opened: readonly OpenedTable[],
  measured: ReadonlyMap<string, readonly Measured[]>,
): Suspicion[] {
  const tables = opened.flatMap(({ name: table, layer }) => {
    const columns = measured.get(table)
    return columns ? [{ table, columns, isDerived: layer === 'derived' }] : []
  })
  const references = findReferences(tables)
  const filledIn = (table: string, name: string) =>
    measured.get(table)?.find(({ column }) => column.name === name)?.its.filled ?? 0
  return [
    ...tables.flatMap(({ table, columns }) =>
      suspectKeys(table, columns, (name) =>
        references.some((reference) => reference.table === table && reference.column.name === name),
      ),
    ),
    ...references.map((reference) => suspectReference(reference, filledIn(reference.table, reference.column.name))),
  ]
}

/** Null: it could be done. What the time or the engine did not allow is a reason; anything else is a fault of ours. */
async function reasonToSkip(work: () => Promise<void>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof ReviewLate) return LATE
    if (error instanceof SqlRefused) return `it could not be read: ${error.message}`
    if (error instanceof ServiceError && error.kind === 'timeout') return LATE
    if (error instanceof ServiceError && error.kind === 'too_large') return 'it takes more memory than there is'
    throw error
  }
}

function skippedIn(table: string, columns: readonly Measured[], checks: readonly Check[]): Coverage['checksSkipped'] {
  if (!checks.includes('case_variants')) return []
  return columns
    .filter(({ column, its }) => column.type.name === 'VARCHAR' && its.distinct > MOST_SPELLINGS)
    .map(({ column: { name } }) => ({
      check: 'case_variants',
      reason: `'${name}' of '${table}' has more than ${MOST_SPELLINGS} different values`,
    }))
}

function staleFinding({ name, table }: OpenedTable, since: Date): Finding {
  return {
    findingId: findingIdOf({ check: 'stale_table', table: name, column: null }),
    check: 'stale_table',
    severity: 'warning',
    table: name,
    column: null,
    rowIds: [],
    count: wholeRowCount(table),
    message: `'${name}' is stale since ${since.toISOString()}: what it was made from has changed.`,
    evidence: { sql: null, sample: [{ stale_since: since.toISOString() }] },
    suggestedFix: 'Recompute the workbook, or run the transform of this table.',
    judgement: null,
  }
}

/** `isDerived`: made from others, so that it has what they have and is not a list of its own. */
type MeasuredTable = { table: string; columns: readonly Measured[]; isDerived: boolean }

/** A column that tells the rows of its table apart. */
const isKey = ({ its: { filled }, exact }: Measured) => exact !== null && exact === filled

const foldedName = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_.-]/g, '')

/** Under which names others may refer to this key: its own, and that of its table in front of a plain `id`. */
function namesFor(table: string, column: string): string[] {
  const own = foldedName(column)
  const singular = foldedName(table).replace(/s$/, '')
  return ['id', 'code', 'no', 'コード', '番号'].includes(own) ? [`${singular}${own}`] : [own]
}

/** Columns that seem to refer to the rows of another table, each with the key it refers to. */
function findReferences(tables: readonly MeasuredTable[]): Reference[] {
  const lists = tables.filter(({ isDerived }) => !isDerived)
  const keys = lists.flatMap(({ table, columns }) =>
    // Further right a column may be unlike in every row by chance.
    columns.slice(0, 1).flatMap((measured) => (isKey(measured) ? [{ table, column: measured.column }] : [])),
  )
  return tables.flatMap(({ table, columns }) =>
    columns.flatMap((measured, place) => {
      const { column, its } = measured
      // Of two lists with the same key neither has to have all of the other.
      if (place === 0 && isKey(measured)) return []
      const parent = keys.find(
        (key) => key.table !== table && namesFor(key.table, key.column.name).includes(foldedName(column.name)),
      )
      return parent && isKeyName(column.name) && its.filled > 0 ? [{ table, column, parent }] : []
    }),
  )
}

function suspectReference(reference: Reference, filled: number): Suspicion {
  const { table, column, parent } = reference
  return {
    check: 'orphan_reference',
    severity: 'error',
    table,
    column: column.name,
    sql: orphans(reference),
    // Of which most lead nowhere is no reference.
    mostRows: filled / 2,
    message: (count) =>
      `${countOf(count, 'value')} of '${column.name}' ${agreeing(count, 'is', 'are')} not in '${parent.column.name}' of '${parent.table}'.`,
    suggestedFix: `Add what is missing to '${parent.table}', or mend these values.`,
  }
}
