import { Type } from 'typebox'
import { RENEWS, tool } from '../tool.ts'
import { Anything, Name, TableName, WorkbookId } from './fields.ts'

const Recipe = Type.Object({ tool: Type.String({ maxLength: 200 }), parameters: Anything })

const Made = Type.Object({ artifact_id: Type.String(), name: Type.String(), created: Type.Boolean() })

export const createChart = tool({
  name: 'create_chart',
  title: 'Make a chart',
  description:
    'Keeps a chart of a table in the workbook, for people to look at. The spec is Vega-Lite with data {"name": the table}, and names no url. A chart of the same name is replaced. The recipe says how to make it again; left out, it is this call. Look at the data with query first.',
  scope: 'workbooks:write',
  annotations: RENEWS,
  input: Type.Object({
    workbook_id: WorkbookId,
    name: Name(200, 'Of the chart'),
    table: TableName,
    spec: Anything,
    title: Type.Optional(Type.String({ maxLength: 500 })),
    recipe: Type.Optional(Recipe),
  }),
  output: Made,
  run: async (agent, { workbook_id, name, table, spec, title, recipe }) => {
    const path = `/mcp/workbooks/${encodeURIComponent(workbook_id)}/charts/${encodeURIComponent(name)}`
    const made = await agent.ask('PUT', path, {
      table,
      spec,
      title,
      chart_type: markOf(spec),
      recipe: recipe ?? { tool: 'create_chart', parameters: { table, name } },
    })
    // Safe: the endpoint answers by a schema of the same members.
    return made as { artifact_id: string; name: string; created: boolean }
  },
})

/** A mark is a word, or an object with one. */
function markOf({ mark }: Record<string, unknown>): string | null {
  const type = typeof mark === 'object' && mark !== null && 'type' in mark ? mark.type : mark
  return typeof type === 'string' && type !== '' ? type.slice(0, 200) : null
}
