import { Type } from 'typebox'
import { Answer, type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, Nullish, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'
import { putChart } from '../../../work/looks/charts/charts.ts'

const Free = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })
const Word = Type.String({ minLength: 1, maxLength: 200 })

/** The door of the tool that makes charts; the API proper only lists them. */
export const chartMakingEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'PUT',
    path: '/mcp/workbooks/{workbook_id}/charts/{name}',
    operation: 'putChart',
    summary: 'Make a chart of a table, or replace it',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: Type.Object({ workbook_id: Id('wb'), name: Type.String() }),
    body: Type.Object({
      table: Word,
      spec: Free,
      recipe: Nullish(Type.Object({ tool: Word, parameters: Free })),
      chart_type: Nullish(Word),
      title: Nullish(Type.String({ maxLength: 500 })),
    }),
    status: 201,
    alsoStatus: [200],
    response: Type.Object({ artifact_id: WireId('art'), name: Type.String(), created: Type.Boolean() }),
    problems: ['name_taken', 'limit_reached'],
    handle: async ({ ctx, params, body }) => {
      const { artifactId, name, isNew } = await putChart(ctx, params.workbook_id, params.name, {
        table: body.table,
        config: body.spec,
        recipe: body.recipe ?? null,
        chartType: body.chart_type ?? null,
        title: body.title ?? null,
      })
      return new Answer(isNew ? 201 : 200, { artifact_id: toWireId('art', artifactId), name, created: isNew })
    },
  }),
]
