import type { Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { HEADED_BLOCKS } from '@bindery-data/spreadsheet/structure/regions/blocks/headed-blocks.ts'
import { parseBox, spellCell } from '@bindery-data/spreadsheet/xlsx/cell-reference.ts'
import type { Prediction } from './prediction.ts'

type Drawn = Prediction['regions'][number]

/**
 * Where a region stands on its sheet. A truth draws a box around each block under a header; a region that makes one table of
 * blocks with a head each is as many boxes, from the names of each to its last row.
 */
export function drawnRegions({ sheet, kind, range, header_rows, data_range, evidence, row_roles }: Region): Drawn[] {
  const box = parseBox(range)
  const body = parseBox(data_range)
  const whole = { sheet, kind, range, header_rows }
  if (kind !== 'data' || !box || !body || !evidence.includes(HEADED_BLOCKS)) return [whole]
  const roles = new Map(row_roles.flatMap(({ rows, role }) => rows.map((row) => [row, role] as const)))
  const heads = [...roles].filter(([, role]) => role === 'repeat_header').map(([row]) => row)
  const starts = [header_rows, ...heads.sort((one, other) => one - other).map((row) => [row])]
  return starts.flatMap((names, n) => {
    const [top] = names
    if (top === undefined) return []
    let bottom = (starts[n + 1]?.[0] ?? body.bottom + 2) - 1
    while (bottom > top && BETWEEN.has(roles.get(bottom) ?? 'data')) bottom--
    const drawn = `${spellCell(top - 1, box.left)}:${spellCell(bottom - 1, box.right)}`
    return [{ sheet, kind, range: drawn, header_rows: names }]
  })
}

/** What stands between two blocks: the lines of a head and what separates. */
const BETWEEN: ReadonlySet<string> = new Set(['group', 'note', 'separator'])
