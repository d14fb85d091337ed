import type { MergeCase, Texts } from './random-case.ts'

/** What a merge must come to, found out from the edits themselves and not from a file. */
export type Expected = {
  rows: Map<number, Texts>
  /** In the order of the file; ids are given later. */
  added: Texts[]
  /** `row:column`, or `row:deleted`. */
  conflicts: Set<string>
  /** Cells that only the file changed. */
  edits: number
}

export function expectedMerge({ columns, base, current, file }: MergeCase): Expected {
  const expected: Expected = { rows: new Map(current), added: [], conflicts: new Set(), edits: 0 }
  const sent = new Map(file.filter(({ isCopy }) => !isCopy).map((row) => [row.rowId, row.texts]))
  for (const [rowId, before] of base) {
    const now = current.get(rowId)
    const back = sent.get(rowId)
    if (!now) continue
    if (!back) {
      if (isSame(before, now)) expected.rows.delete(rowId)
      else expected.conflicts.add(`${rowId}:deleted`)
      continue
    }
    const merged = [...now]
    columns.forEach((_, n) => {
      const [was, is, wants] = [before[n] ?? null, now[n] ?? null, back[n] ?? null]
      if (wants === was || wants === is) return
      merged[n] = wants
      expected.edits += 1
      if (is !== was) expected.conflicts.add(`${rowId}:${n}`)
    })
    expected.rows.set(rowId, merged)
  }
  expected.added.push(...file.filter(({ rowId, isCopy }) => rowId === null || isCopy).map(({ texts }) => texts))
  return expected
}

const isSame = (one: Texts, other: Texts) => one.every((text, n) => text === (other[n] ?? null))
