import { lazy, Suspense, useState } from 'react'
import { Tabs } from '../../parts/controls/tabs.tsx'
import { DataGrid } from '../../parts/grid/data-grid.tsx'
import { useWords } from '../../words/words.ts'
import type { Result } from './result-pages.ts'
import { sqlWords } from './sql-words.ts'

const ResultChart = lazy(async () => ({ default: (await import('./result-chart.tsx')).ResultChart }))

/** The rows that a query answered with, or a chart of them. */
export function QueryResult({ result }: { result: Result }) {
  const w = useWords(sqlWords)
  const [view, setView] = useState<'table' | 'chart'>('table')
  const { manifest, pages } = result
  const stale = manifest.tables.filter(({ stale }) => stale).map(({ name }) => name)
  return (
    <section className="query-result" aria-label={w.result}>
      <header>
        <Tabs
          label={w.result}
          tabs={[
            { key: 'table', name: w.table },
            { key: 'chart', name: w.chart },
          ]}
          chosen={view}
          onChoose={setView}
        />
        <p role="status">{w.rows(manifest.row_count, manifest.elapsed_ms)}</p>
        {manifest.truncated ? <p>{w.truncated}</p> : null}
        {stale.length > 0 ? <p className="stale">{w.staleTables(stale.join(', '))}</p> : null}
        {manifest.masked_columns.length > 0 ? <p>{w.maskedColumns(manifest.masked_columns.join(', '))}</p> : null}
      </header>
      {manifest.row_count === 0 ? <p className="soft">{w.noRows}</p> : null}
      {manifest.row_count > 0 && view === 'table' ? <DataGrid label={w.result} pages={pages} /> : null}
      {manifest.row_count > 0 && view === 'chart' ? (
        <Suspense fallback={null}>
          <ResultChart result={result} />
        </Suspense>
      ) : null}
    </section>
  )
}
