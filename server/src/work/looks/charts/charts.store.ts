import type { Db, Tx } from '../../../platform/postgres.ts'
import type { Chart, ChartConfig, ChartRecipe } from './chart.ts'

export type ChartPage = { limit: number; after: string | null }

/** Active ones by name, behind one of them, and one more than a page. */
export async function listCharts(db: Db, workbookId: string, { limit, after }: ChartPage): Promise<Chart[]> {
  const query = db
    .selectFrom('chart')
    .innerJoin('artifact', (join) =>
      join.onRef('artifact.workbookId', '=', 'chart.workbookId').onRef('artifact.artifactId', '=', 'chart.artifactId'),
    )
    .leftJoin('artifact as source', (join) =>
      join
        .onRef('source.workbookId', '=', 'chart.workbookId')
        .onRef('source.artifactId', '=', 'chart.tableId')
        .on('source.deletedAt', 'is', null),
    )
    .select(['chart.artifactId', 'chart.chartType', 'chart.title', 'chart.config', 'chart.recipe'])
    .select(['artifact.name', 'source.name as sourceTable'])
    .where('chart.workbookId', '=', workbookId)
    .where('artifact.state', '=', 'active')
    .where('artifact.deletedAt', 'is', null)
    .orderBy('artifact.name')
    .limit(limit + 1)
  return (after === null ? query : query.where('artifact.name', '>', after)).execute()
}

export async function countCharts(db: Db, workbookId: string): Promise<number> {
  const { n } = await db
    .selectFrom('chart')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('workbookId', '=', workbookId)
    .executeTakeFirstOrThrow()
  return n
}

export type ChartRow = Pick<Chart, 'artifactId' | 'chartType' | 'title'> & {
  workbookId: string
  tableId: string
  config: ChartConfig
  recipe: ChartRecipe | null
}

export async function upsertChart(tx: Tx, { config, recipe, ...chart }: ChartRow) {
  const { tableId, chartType, title } = chart
  const content = { config: JSON.stringify(config), recipe: recipe && JSON.stringify(recipe) }
  await tx
    .insertInto('chart')
    .values({ ...chart, ...content })
    .onConflict((conflict) =>
      conflict.columns(['workbookId', 'artifactId']).doUpdateSet({ tableId, chartType, title, ...content }),
    )
    .execute()
}
