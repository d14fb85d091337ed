import type { Wire } from '@bindery-data/sdk'
import { Badge } from '../../parts/badge.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ScrollFrame } from '../../parts/scroll-frame.tsx'
import { SideCells, SideHeads } from '../../parts/sides.tsx'
import { useWords } from '../../words/words.ts'
import { sidesOf } from '../conflicts/sides.ts'
import { MergeChanges } from './merge-changes.tsx'
import { changesOf, type Merge, type MergedSheet } from './merge-state.ts'
import { returnedWords } from './returned-words.ts'

/** What a file does to each table, sheet by sheet: the same before and after it is merged. */
export function MergePreview({ merge }: { merge: Merge }) {
  const w = useWords(returnedWords)
  const isIdle = merge.results.every((sheet) => sheet.action === 'merged' && changesOf(sheet) === 0)
  return (
    <>
      {isIdle ? <p className="merge-idle">{w.changesNothing}</p> : null}
      {merge.results.map((sheet) => (
        <SheetPreview key={`${sheet.sheet} ${sheet.table}`} sheet={sheet} />
      ))}
    </>
  )
}

function SheetPreview({ sheet }: { sheet: MergedSheet }) {
  const w = useWords(returnedWords)
  const { conflicts = [], conflict_count = 0, ignored_columns = [], stale = [] } = sheet
  return (
    <section className="merge-sheet" aria-label={sheet.table ?? sheet.sheet}>
      <header>
        <Icon name="table" />
        <h3>{sheet.table ?? sheet.sheet}</h3>
        <span className="soft">
          {w.sheet(sheet.sheet)} · {w.action[sheet.action]}
        </span>
      </header>
      {sheet.action === 'merged' ? <Counts sheet={sheet} /> : null}
      <MergeChanges sheet={sheet} />
      {conflict_count > 0 ? (
        <>
          <p>{w.conflictsLead}</p>
          <ConflictTable conflicts={conflicts} total={conflict_count} />
        </>
      ) : null}
      <SkippedCells sheet={sheet} />
      {ignored_columns.length > 0 ? <p className="soft">{w.ignored(ignored_columns.join(', '))}</p> : null}
      {stale.length > 0 ? <p className="stale-after">{w.staleAfter(stale.join(', '))}</p> : null}
    </section>
  )
}

function Counts({ sheet }: { sheet: MergedSheet }) {
  const w = useWords(returnedWords)
  const { updated = 0, inserted = 0, deleted = 0, cells_written = 0, conflict_count = 0 } = sheet
  return (
    <ul className="merge-counts">
      <li data-none={updated === 0}>{w.updated(updated)}</li>
      <li data-none={inserted === 0}>{w.inserted(inserted)}</li>
      <li data-none={deleted === 0}>
        {deleted > 0 ? <Badge tone="bad">{w.deleted(deleted)}</Badge> : w.deleted(deleted)}
      </li>
      <li data-none={cells_written === 0}>{w.cells(cells_written)}</li>
      <li data-none={conflict_count === 0}>
        {conflict_count > 0 ? <Badge tone="accent">{w.conflicts(conflict_count)}</Badge> : w.conflicts(0)}
      </li>
    </ul>
  )
}

type FoundConflict = NonNullable<MergedSheet['conflicts']>[number]

function ConflictTable({ conflicts, total }: { conflicts: readonly FoundConflict[]; total: number }) {
  const w = useWords(returnedWords)
  return (
    <ScrollFrame label={w.conflicts(total)} className="merge-conflicts">
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">{w.cell}</th>
            <SideHeads />
          </tr>
        </thead>
        <tbody>
          {conflicts.map((conflict) => (
            <tr key={`${conflict.row_id} ${conflict.column}`}>
              <th scope="row">{w.cellAt(conflict.row_id, conflict.column)}</th>
              <SideCells values={{ ...sidesOf(conflict), standing: null }} isRow={isOfRow(conflict)} />
            </tr>
          ))}
        </tbody>
      </table>
      {total > conflicts.length ? <p className="soft merge-more">{w.more(total - conflicts.length)}</p> : null}
    </ScrollFrame>
  )
}

const isOfRow = ({ kind }: Pick<Wire.Conflict, 'kind'>) => kind === 'row_deleted'

function SkippedCells({ sheet: { skipped = [], skipped_count = 0 } }: { sheet: MergedSheet }) {
  const w = useWords(returnedWords)
  if (skipped_count === 0) return null
  const why = (code: string) => Object.entries(w.skippedWhy).find(([known]) => known === code)?.[1] ?? code
  return (
    <details className="merge-skipped">
      <summary>{w.skipped(skipped_count)}</summary>
      <ul>
        {skipped.map(({ row, column, code }) => (
          <li key={`${row} ${column}`}>
            {w.skippedAt(row, column)}: {why(code)}
          </li>
        ))}
      </ul>
      {skipped_count > skipped.length ? <p>{w.more(skipped_count - skipped.length)}</p> : null}
    </details>
  )
}
