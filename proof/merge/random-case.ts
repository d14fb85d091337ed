import type { Column } from '../../server/src/engine/table/table.ts'
import { type Dice, randomType, randomValue } from './random-values.ts'

/** Canonical texts of a row, in the order of the columns. */
export type Texts = (string | null)[]

/** A table that was sent out, how it changed in the service, and how its file was edited. */
export type MergeCase = {
  columns: readonly Column[]
  base: ReadonlyMap<number, Texts>
  current: ReadonlyMap<number, Texts>
  /** Rows of the file: those that were sent, with their ids, and new ones. */
  file: readonly FileRow[]
}

export type FileRow = { rowId: number | null; texts: Texts; isCopy: boolean }

export function randomCase(dice: Dice): MergeCase {
  const columns = Array.from({ length: 1 + dice(6) }, (_, n): Column => {
    const id = n + 1
    return { id, origin: id, name: `c ${id} 列`, type: randomType(dice), initial: null, description: null }
  })
  const anyRow = () => columns.map(({ type }) => (dice(6) === 0 ? null : randomValue(type, dice)))
  const base = new Map(Array.from({ length: 2 + dice(10) }, (_, n): [number, Texts] => [n + 1, anyRow()]))
  const edited = (texts: Texts) =>
    texts.map((text, n) => {
      const column = columns[n]
      if (!column || dice(3) > 0) return text
      const value = dice(8) === 0 ? null : randomValue(column.type, dice)
      // Sheets do not tell an empty text from none.
      return (value ?? '') === (text ?? '') ? text : value
    })
  const current = new Map<number, Texts>()
  for (const [rowId, texts] of base) if (dice(8) > 0) current.set(rowId, dice(3) === 0 ? edited(texts) : texts)
  for (let n = dice(3); n > 0; n--) current.set(base.size + n, anyRow())
  return { columns, base, current, file: fileRows(dice, base, edited, anyRow) }
}

function fileRows(
  dice: Dice,
  base: ReadonlyMap<number, Texts>,
  edited: (texts: Texts) => Texts,
  anyRow: () => Texts,
): FileRow[] {
  const rows: FileRow[] = []
  const most = Math.floor(base.size / 2)
  let missing = 0
  for (const [rowId, texts] of base) {
    if (dice(8) === 0 && missing < most) {
      missing += 1
      continue
    }
    const own = dice(3) === 0 ? edited(texts) : texts
    rows.push({ rowId, texts: own, isCopy: false })
    // Copied with its hidden id, and then changed.
    if (dice(12) === 0 && own === texts) rows.push({ rowId, texts: edited(texts), isCopy: true })
  }
  for (let n = dice(3); n > 0; n--) {
    const texts = anyRow()
    if (texts.some((text) => text !== null)) rows.push({ rowId: null, texts, isCopy: false })
  }
  return rows
}
