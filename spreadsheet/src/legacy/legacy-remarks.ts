import type { CellObject, WorkSheet } from '@e965/xlsx'
import type { SheetRemarks } from '../remarks.ts'

/** The comments and links that SheetJS reports of a sheet. */
export function legacyRemarks(sheet: WorkSheet): SheetRemarks {
  const comments: SheetRemarks['comments'][number][] = []
  const links: SheetRemarks['links'][number][] = []
  const rows: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet['!data'] ?? []
  for (const [row, cells] of rows.entries())
    for (const [column, cell] of (cells ?? []).entries()) {
      const text = (cell?.c ?? []).map(({ t }) => t).join('\n')
      if (text !== '') comments.push({ row, column, text })
      const target = cell?.l?.Target ?? ''
      const box = { top: row, left: column, bottom: row, right: column }
      if (target !== '' && !target.startsWith('#')) links.push({ box, target })
    }
  return { comments, links }
}
