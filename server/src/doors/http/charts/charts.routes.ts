import { Type } from 'typebox'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Cursor, Id, Limit, NamedObject, NextCursor, Nullable, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'
import type { Chart } from '../../../work/looks/charts/chart.ts'
import { readCharts } from '../../../work/looks/charts/charts.ts'

const Free = Nullable(Type.Unsafe<unknown>({ type: 'object', additionalProperties: true }))

const ChartInfo = NamedObject('Chart', {
  name: Type.String(),
  artifact_id: WireId('art'),
  chart_type: Nullable(Type.String()),
  source_table: Nullable(Type.String()),
  title: Nullable(Type.String()),
  config: Free,
  recipe: Free,
  config_omitted: Nullable(
    Type.String({ description: "'governed': the workbook has policies, and a chart may show what they hide" }),
  ),
})

const presentChart = (isGoverned: boolean) => (chart: Chart) => ({
  name: chart.name,
  artifact_id: toWireId('art', chart.artifactId),
  chart_type: chart.chartType,
  source_table: chart.sourceTable,
  title: chart.title,
  config: isGoverned ? null : chart.config,
  recipe: isGoverned ? null : chart.recipe,
  config_omitted: isGoverned ? 'governed' : null,
})

export const chartEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/charts',
    operation: 'listCharts',
    summary: 'Charts that agents made of the tables of a workbook',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb') }),
    query: Type.Object({ cursor: Type.Optional(Cursor), limit: Limit(100, 500) }),
    status: 200,
    response: Type.Object({ charts: Type.Array(ChartInfo), next_cursor: NextCursor }),
    problems: ['invalid_cursor'],
    handle: async ({ ctx, params, query: { cursor, limit } }) => {
      const list = `charts ${params.workbook_id}`
      const after = cursor === undefined ? null : String(readCursor(ctx.keyring, list, cursor))
      const { isGoverned, charts, next } = await readCharts(ctx, params.workbook_id, { limit, after })
      return {
        charts: charts.map(presentChart(isGoverned)),
        next_cursor: next && writeCursor(ctx.keyring, list, next),
      }
    },
  }),
]
