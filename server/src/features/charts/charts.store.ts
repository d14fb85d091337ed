import type { Db } from '../../platform/postgres.ts'
import type { Chart } from './chart.ts'

/** Active ones, by name. */
export async function listCharts(db: Db, workbookId: string, limit: number): Promise<Chart[]> {
  return db
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
    .limit(limit)
    .execute()
}
