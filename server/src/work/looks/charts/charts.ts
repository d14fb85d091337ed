import { checkedName, composedName } from '../../../core/artifacts/artifact.ts'
import { artifactNameTaken } from '../../../core/artifacts/artifacts.errors.ts'
import { findArtifact, insertArtifact, isNameTaken, updateArtifact } from '../../../core/artifacts/artifacts.store.ts'
import { appendAuditEntry } from '../../../core/audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../../../core/audit/workbook-head.store.ts'
import { openReadableTable } from '../../../core/reading/open-readable-table.ts'
import { openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import { limitReached } from '../../../people/accounts/accounts.errors.ts'
import type { Context } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { type ChartConfig, type ChartRecipe, MOST_CHARTS, refuseIfNoDrawing } from './chart.ts'
import { type ChartPage, countCharts, listCharts, upsertChart } from './charts.store.ts'

export type NewChart = {
  /** The table it is drawn from, by name or id. */
  table: string
  config: ChartConfig
  recipe: ChartRecipe | null
  chartType: string | null
  title: string | null
}

/** `isNew`: false where its recipe was run again, and what it makes now has taken the place of what it made before. */
type PutChart = { artifactId: string; name: string; isNew: boolean }

/** Makes a chart of a table, or replaces one. */
export async function putChart(ctx: Context, workbookId: string, sent: string, chart: NewChart): Promise<PutChart> {
  const name = composedName(sent, ['body', 'name'])
  const { artifactId: tableId } = await openReadableTable(ctx, workbookId, chart.table, { role: 'editor' })
  refuseIfNoDrawing(chart.config)
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const before = await findArtifact(tx, workbookId, name, null)
    const known = before?.state === 'active' ? before : undefined
    if (known && known.kind !== 'chart') throw artifactNameTaken(name)
    if (!known && (await isNameTaken(tx, workbookId, checkedName(sent, ['body', 'name']))))
      throw artifactNameTaken(name)
    if (!known && (await countCharts(tx, workbookId)) >= MOST_CHARTS) throw limitReached('charts', MOST_CHARTS)

    const artifactId = known?.artifactId ?? newId()
    if (known) await updateArtifact(tx, known, {})
    else await insertArtifact(tx, { workbookId, artifactId, kind: 'chart', name, description: null })
    const { config, recipe, chartType, title } = chart
    await upsertChart(tx, { workbookId, artifactId, tableId, config, recipe, chartType, title })
    await appendAuditEntry(tx, ctx, { workbookId, action: 'chart.put', target: { artifact: name } })
    return { artifactId, name, isNew: !known }
  })
}

/** Charts of a workbook. What they show may be values of columns that are hidden now: in a governed workbook it is left out. */
export async function readCharts(ctx: Context, workbookId: string, page: ChartPage) {
  const { isGoverned } = await openWorkbook(ctx, workbookId, 'viewer')
  const found = await listCharts(ctx.db, workbookId, page)
  const charts = found.slice(0, page.limit)
  return { isGoverned, charts, next: found.length > page.limit ? (charts.at(-1)?.name ?? null) : null }
}
