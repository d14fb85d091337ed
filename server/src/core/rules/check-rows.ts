import { evaluateCondition } from '../../engine/expressions/evaluate-expression.ts'
import { type Cost, evaluationCost, MOST_ROW_COST } from '../../engine/expressions/evaluation-cost.ts'
import type { RowEdit } from '../../engine/table/commit.ts'
import { type Cells, type Column, cellOf } from '../../engine/table/table.ts'
import { Turn } from '../../platform/turns.ts'
import { type CompiledRule, referredColumn } from './compile-rules.ts'
import type { RuleReport, Violation } from './rule.ts'

/** What is asked of the rows that are there: of all of them, seen by the caller or not. */
export type RuleState = {
  columnsOf(tableId: string): Promise<readonly Column[] | undefined>
  rows(tableId: string, rowIds: readonly number[], columnIds: readonly number[]): Promise<StateRows>
  /** For each list of values, the rows that hold them. */
  match(tableId: string, columnIds: readonly number[], values: readonly (readonly string[])[]): Promise<StateMatches>
}

export type StateRows = { version: number; rows: ReadonlyMap<number, Cells> }
export type StateMatches = { version: number; rowIds: readonly (readonly number[])[] }

/** A rule of another table, or of the same one, that refers to a column of this table. */
export type ReferringRule = { tableId: string; index: number; columnId: number; target: number }

export type CheckedTable = {
  tableId: string
  columns: readonly Column[]
  rules: readonly CompiledRule[]
  referring: readonly ReferringRule[]
}

/** About half a second of a node's time, in slices. */
const MOST_COST: Cost = 500_000
/** Looking up whether an edit touches a rule, against evaluating a part of a condition. */
const LOOKUP_COST: Cost = 0.1

/**
 * What an edit of some rows would break. Asks the state at most once per rule, whatever the number of rows. Undefined where
 * it would cost a node too much: then a process of its own looks at the whole content.
 */
export async function checkRows(
  state: RuleState,
  table: CheckedTable,
  edits: readonly RowEdit[],
): Promise<RuleReport | undefined> {
  const columns = table.rules.reduce((sum, { columnIds }) => sum + columnIds.length + 1, 0)
  return edits.length * columns * LOOKUP_COST > MOST_COST ? undefined : new RowsCheck(state, table, edits).report()
}

type Touched = { edit: RowEdit; n: number; values: readonly (string | null)[] }

class RowsCheck {
  readonly #state: RuleState
  readonly #table: CheckedTable
  readonly #edits: readonly RowEdit[]
  readonly #byRow: ReadonlyMap<number, RowEdit>
  readonly #initial: ReadonlyMap<number, string | null>
  readonly #violations: Violation[] = []
  readonly #seen = new Map<string, number>()
  readonly #turn = new Turn()
  #cost: Cost = 0
  #before: ReadonlyMap<number, Cells> = new Map()

  constructor(state: RuleState, table: CheckedTable, edits: readonly RowEdit[]) {
    this.#state = state
    this.#table = table
    this.#edits = edits
    this.#byRow = new Map(edits.flatMap((edit) => (edit.rowId === null ? [] : [[edit.rowId, edit] as const])))
    this.#initial = new Map(table.columns.map(({ id, initial }) => [id, initial]))
  }

  async report(): Promise<RuleReport | undefined> {
    await this.#readBefore()
    for (const rule of this.#table.rules) {
      const touched = await this.#touchedBy(rule.columnIds)
      if (touched.length === 0) continue
      if (rule.test.kind === 'condition') {
        if (!this.#isAffordable(rule, touched)) return undefined
        await this.#checkCondition(rule, touched)
      }
      if (rule.test.kind === 'unique') await this.#checkUnique(rule, touched)
      if (rule.test.kind === 'reference') await this.#checkReference(rule, touched)
    }
    for (const referring of this.#table.referring) await this.#checkReferring(referring)
    const violations = this.#violations
    const seen = [...this.#seen].map(([tableId, version]) => ({ tableId, version }))
    return { violations, count: violations.length, seen }
  }

  /** One read for all rules: what changed rows hold in the columns that the edit leaves alone. */
  async #readBefore() {
    const rowIds = new Set<number>()
    const columnIds = new Set<number>()
    const want = (edit: RowEdit, ids: readonly number[]) => {
      if (edit.rowId === null || ids.length === 0) return
      rowIds.add(edit.rowId)
      for (const id of ids) columnIds.add(id)
    }
    for (const edit of this.#edits) {
      if (edit.op === 'U')
        for (const rule of this.#table.rules)
          if (isTouched(edit, rule.columnIds))
            want(
              edit,
              rule.columnIds.filter((id) => edit.cells?.[id] === undefined),
            )
      if (edit.op !== 'I')
        want(
          edit,
          this.#table.referring.flatMap(({ target }) => (edit.op === 'D' || isTouched(edit, [target]) ? [target] : [])),
        )
      if (this.#turn.isOver) await this.#turn.next()
    }
    if (rowIds.size > 0) this.#before = (await this.#state.rows(this.#table.tableId, [...rowIds], [...columnIds])).rows
  }

  /** The rows in which one of these columns is written, with what they all hold afterwards. */
  async #touchedBy(columnIds: readonly number[]): Promise<Touched[]> {
    const touched: Touched[] = []
    for (const [n, edit] of this.#edits.entries()) {
      const { op, rowId } = edit
      if (op === 'D' || (op === 'U' && !isTouched(edit, columnIds))) continue
      const isWhole = op === 'I' || rowId === null || this.#before.has(rowId)
      // A row that is gone meanwhile is found out by the commit.
      if (!isWhole && columnIds.some((id) => edit.cells?.[id] === undefined)) continue
      touched.push({ edit, n, values: columnIds.map((id) => this.#valueAfter(edit, id)) })
      if (this.#turn.isOver) await this.#turn.next()
    }
    return touched
  }

  #valueAfter({ op, rowId, cells }: RowEdit, id: number): string | null {
    const written = cells?.[id]
    if (written !== undefined) return written
    if (op === 'I' || rowId === null) return this.#initial.get(id) ?? null
    return this.#valueBefore(rowId, id)
  }

  #valueBefore(rowId: number, id: number): string | null {
    return cellOf(this.#before.get(rowId) ?? {}, id, this.#initial.get(id) ?? null)
  }

  #break(index: number, { edit, n }: Pick<Touched, 'edit' | 'n'>, tableId = this.#table.tableId) {
    this.#violations.push({ rule: { tableId, index }, edit: n, rowId: edit.rowId })
  }

  /** Counted before it is spent, by the longest text of each column. */
  #isAffordable({ columnIds, test }: CompiledRule, touched: readonly Touched[]): boolean {
    if (test.kind !== 'condition') return true
    const longest = new Map(
      columnIds.map((id, place) => [
        id,
        touched.reduce((most, row) => Math.max(most, row.values[place]?.length ?? 0), 0),
      ]),
    )
    const cost = evaluationCost(test.condition, (id) => longest.get(id) ?? 0)
    this.#cost += cost * touched.length
    return cost <= MOST_ROW_COST && this.#cost <= MOST_COST
  }

  async #checkCondition({ index, columnIds, test }: CompiledRule, touched: readonly Touched[]) {
    if (test.kind !== 'condition') return
    const places = new Map(columnIds.map((id, place) => [id, place]))
    for (const row of touched) {
      if (evaluateCondition(test.condition, (id) => row.values[places.get(id) ?? -1] ?? null) === false)
        this.#break(index, row)
      if (this.#turn.isOver) await this.#turn.next()
    }
  }

  async #checkUnique({ index, columnIds }: CompiledRule, touched: readonly Touched[]) {
    const keyed = new Map<string, { key: readonly string[]; rows: Touched[] }>()
    for (const row of touched) {
      const key = row.values.flatMap((value) => (value === null ? [] : [sameKey(value)]))
      if (key.length < row.values.length) continue
      const text = JSON.stringify(key)
      const same = keyed.get(text)
      if (same) same.rows.push(row)
      else keyed.set(text, { key, rows: [row] })
      if (this.#turn.isOver) await this.#turn.next()
    }
    if (keyed.size === 0) return
    const groups = [...keyed.values()]
    const found = await this.#match(
      this.#table.tableId,
      columnIds,
      groups.map(({ key }) => key),
    )
    for (const [n, { rows }] of groups.entries()) {
      const others = (found[n] ?? []).filter((rowId) => this.#keeps(rowId, columnIds))
      if (rows.length > 1 || others.length > 0) for (const row of rows) this.#break(index, row)
    }
  }

  /** A row that the edit leaves as it is in these columns. */
  #keeps(rowId: number, columnIds: readonly number[]): boolean {
    const edit = this.#byRow.get(rowId)
    return !edit || (edit.op === 'U' && !isTouched(edit, columnIds))
  }

  async #checkReference({ index, test }: CompiledRule, touched: readonly Touched[]) {
    if (test.kind !== 'reference') return
    const columns =
      test.tableId === this.#table.tableId ? this.#table.columns : await this.#state.columnsOf(test.tableId)
    const column = columns && referredColumn(test, columns)
    if (!column) return
    const rowsOf = Map.groupBy(touched, ({ values: [value = null] }) => value)
    rowsOf.delete(null)
    const sought = [...rowsOf.keys()].flatMap((value) => value ?? [])
    const present = await this.#present(test.tableId, column.id, sought)
    for (const [value, rows] of rowsOf)
      if (value !== null && !present.has(value)) for (const row of rows) this.#break(index, row)
  }

  /** Which of the values stand in a column after the edit. */
  async #present(tableId: string, columnId: number, values: readonly string[]): Promise<Set<string>> {
    if (values.length === 0) return new Set()
    const isOwn = tableId === this.#table.tableId
    const found = await this.#match(
      tableId,
      [columnId],
      values.map((value) => [value]),
    )
    const present = new Set(
      values.filter((_, n) => (found[n] ?? []).some((rowId) => !isOwn || this.#keeps(rowId, [columnId]))),
    )
    if (isOwn)
      for (const {
        values: [value],
      } of await this.#touchedBy([columnId]))
        if (typeof value === 'string') present.add(value)
    return present
  }

  /** Values that leave a column which rows of another table refer to. */
  async #checkReferring({ tableId, index, columnId, target }: ReferringRule) {
    const leaving = new Map<string, Pick<Touched, 'edit' | 'n'>>()
    for (const [n, edit] of this.#edits.entries()) {
      if (edit.op === 'I' || edit.rowId === null || (edit.op === 'U' && !isTouched(edit, [target]))) continue
      const value = this.#before.has(edit.rowId) ? this.#valueBefore(edit.rowId, target) : null
      if (value !== null) leaving.set(value, { edit, n })
    }
    const present = await this.#present(this.#table.tableId, target, [...leaving.keys()])
    const gone = [...leaving].filter(([value]) => !present.has(value))
    if (gone.length === 0) return
    const found = await this.#match(
      tableId,
      [columnId],
      gone.map(([value]) => [value]),
    )
    const isOwn = tableId === this.#table.tableId
    for (const [n, [, row]] of gone.entries())
      if ((found[n] ?? []).some((rowId) => !isOwn || this.#keeps(rowId, [columnId]))) this.#break(index, row, tableId)
  }

  async #match(tableId: string, columnIds: readonly number[], values: readonly (readonly string[])[]) {
    const { version, rowIds } = await this.#state.match(tableId, columnIds, values)
    // Two looks at one table at two versions: the older one decides, and the commit sends the edit back.
    this.#seen.set(tableId, Math.min(version, this.#seen.get(tableId) ?? version))
    return rowIds
  }
}

const isTouched = ({ op, cells }: RowEdit, columnIds: readonly number[]) =>
  op === 'I' || columnIds.some((id) => cells?.[id] !== undefined)

/** 0 and -0 of a DOUBLE are two texts and one value. */
const sameKey = (text: string) => (text === '-0' ? '0' : text)
