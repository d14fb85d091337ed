import type { Wire } from '@bindery-data/sdk'
import { Badge } from '../../parts/badge.tsx'
import { partsWords } from '../../parts/parts-words.ts'
import { useWords } from '../../words/words.ts'
import { tableWords } from './table-words.ts'

/** How much there is, of which kind, and whether it is up to date. */
export function TableState({
  table,
  rowCount,
  isFiltered,
}: {
  table: Wire.Table
  rowCount: number
  isFiltered: boolean
}) {
  const w = useWords(tableWords)
  const parts = useWords(partsWords)
  const { stale, upstream } = table.freshness
  return (
    <p className="table-state">
      <span>{isFiltered ? w.found(rowCount) : w.rows(rowCount)}</span>
      <span title={table.layer === 'derived' ? w.derivedHint : undefined}>{w.layers[table.layer]}</span>
      <span>{w.version(table.edit_version)}</span>
      {stale ? (
        <span title={upstream.length > 0 ? w.staleHint(upstream.join(', ')) : undefined}>
          <Badge tone="stale">{parts.stale}</Badge>
        </span>
      ) : null}
    </p>
  )
}
