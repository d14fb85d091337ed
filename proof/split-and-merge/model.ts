import type { SheetEdit } from './edit-with-libreoffice.ts'

export type Random = () => number
export type Row = {
  department: string | null
  code: string
  item: string | null
  kind: string
  amount: number
  note: string | null
}

export const COLUMNS = [
  { name: 'department' },
  { name: 'code' },
  { name: 'item' },
  { name: 'kind' },
  { name: 'amount', type: 'INTEGER' },
  { name: 'note' },
]
const NAMES = COLUMNS.map(({ name }) => name)
const at = (name: keyof Row) => NAMES.indexOf(name)
const ROW_ID = NAMES.length

export const KINDS = ['travel', 'people', 'things']
export const MOST_AMOUNT = 1_000_000

export const RULES = [
  { kind: 'required', column: 'item' },
  { kind: 'unique', columns: ['code'] },
  { kind: 'one_of', column: 'kind', values: KINDS },
  { kind: 'range', column: 'amount', min: 0, max: MOST_AMOUNT },
]

/** Names that make trouble in files and in sheets, among plain ones; one has none. */
const ODD = ['R/D', 'r_d', '営業 第一部', '=1+1', '007', 'a:b*c?', 'Ｓａｌｅｓ', 'über "x"', '長'.repeat(90), 'Sales.']
export const departments = (count: number): (string | null)[] => [
  null,
  ...ODD,
  ...Array.from({ length: count - ODD.length - 1 }, (_, n) => `Department ${n + 1}`),
]

/** A row of the table, what is done to it in its file, and what is done to it here meanwhile. */
export type Case = { rowId: number; row: Row; inFile: InFile; here: 'nothing' | 'note' | 'move' }
type InFile = 'kept' | 'amount' | 'note' | 'deleted' | 'given away'

/** What a department does with its file, what must become of it, and how a rule is broken first. */
export type Part = {
  department: string | null
  cases: readonly Case[]
  added: readonly Row[]
  edits: readonly SheetEdit[]
  broken: readonly SheetEdit[] | null
  /** Rows that must be left out and reported. */
  refused: number
}

export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

const IN_FILE: readonly InFile[] = ['kept', 'kept', 'kept', 'amount', 'amount', 'note', 'deleted', 'given away']
const HERE: readonly Case['here'][] = ['nothing', 'nothing', 'nothing', 'nothing', 'nothing', 'note', 'move']

export const newCase = (random: Random, rowId: number, row: Row): Case => ({
  rowId,
  row,
  inFile: pick(random, IN_FILE),
  here: pick(random, HERE),
})

/** `mark`: what is written where it must not come to stand, so that it is found. */
export const FOREIGN = 'foreign'

export const amountInFile = (rowId: number) => 500_000 + rowId
export const noteInFile = (rowId: number) => `from the file ${rowId}`
export const noteHere = (rowId: number) => `from here ${rowId}`

type Others = { department: string | null; rowId: number; code: string }

export function newPart(
  random: Random,
  department: string | null,
  cases: readonly Case[],
  others: Others,
  isBroken: boolean,
): Part {
  const edits: SheetEdit[] = []
  let refused = 0
  for (const [n, { rowId, inFile, here }] of cases.entries()) {
    const row = n + 1
    if (inFile === 'amount') edits.push({ row, column: at('amount'), value: amountInFile(rowId) })
    if (inFile === 'note') edits.push({ row, column: at('note'), value: noteInFile(rowId) })
    if (inFile === 'given away') {
      edits.push({ row, column: at('department'), value: others.department ?? 'no such department' })
      edits.push({ row, column: at('note'), value: FOREIGN })
    }
    if (inFile === 'given away' || (here === 'move' && (inFile === 'amount' || inFile === 'note'))) refused += 1
  }
  const end = cases.length + 1
  const added = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, n): Row => {
    const code = `new-${cases[0]?.rowId ?? 0}-${n}`
    return {
      department,
      code,
      item: 'new',
      kind: pick(random, KINDS),
      amount: Math.floor(random() * MOST_AMOUNT),
      note: null,
    }
  })
  for (const [n, row] of added.entries()) {
    // Some leave their own name to the service.
    if (department !== null && n % 2 === 1) edits.push({ row: end + n, column: 0, value: department })
    edits.push(...cellsOf(end + n, row))
  }
  const behind = end + added.length
  const strange = {
    code: `strange-${cases[0]?.rowId}`,
    item: FOREIGN,
    kind: pick(random, KINDS),
    amount: 1,
    note: FOREIGN,
  }
  // A row for another department, and one of another department with its id.
  edits.push({ row: behind, column: 0, value: others.department ?? 'no such department' }, ...cellsOf(behind, strange))
  edits.push(
    { row: behind + 1, column: ROW_ID, value: others.rowId },
    ...cellsOf(behind + 1, { ...strange, code: others.code }),
  )
  refused += 2
  const gone = cases.flatMap(({ inFile }, n) => (inFile === 'deleted' ? [{ deletedRow: n + 1 }] : [])).reverse()
  const broken = isBroken ? [...edits, ...breakRule(random, end, others.code), ...gone] : null
  return { department, cases, added, edits: [...edits, ...gone], broken, refused }
}

const cellsOf = (row: number, { code, item, kind, amount, note }: Omit<Row, 'department'>): SheetEdit[] => [
  { row, column: at('code'), value: code },
  { row, column: at('item'), value: item ?? '' },
  { row, column: at('kind'), value: kind },
  { row, column: at('amount'), value: amount },
  ...(note === null ? [] : [{ row, column: at('note'), value: note }]),
]

/** In a row that the department adds. */
function breakRule(random: Random, row: number, takenCode: string): SheetEdit[] {
  return pick<SheetEdit[]>(random, [
    [{ row, column: at('amount'), value: -5 }],
    [{ row, column: at('amount'), value: MOST_AMOUNT + 1 }],
    [{ row, column: at('kind'), value: 'nonsense' }],
    [{ row, column: at('item'), value: '' }],
    [{ row, column: at('code'), value: takenCode }],
  ])
}

/** The row as it must be when all is merged; null: it must be gone. */
export function expectedRow({ rowId, row, inFile, here }: Case, movedTo: string): Row | null {
  const moved = {
    ...row,
    department: here === 'move' ? movedTo : row.department,
    note: here === 'note' ? noteHere(rowId) : row.note,
  }
  if (here === 'move') return moved
  if (inFile === 'deleted') return here === 'nothing' ? null : moved
  if (inFile === 'amount') return { ...moved, amount: amountInFile(rowId) }
  return inFile === 'note' ? { ...moved, note: noteInFile(rowId) } : moved
}

export const breaksRule = ({ item, kind, amount }: Row) =>
  item === null || item === '' || !KINDS.includes(kind) || amount < 0 || amount > MOST_AMOUNT
