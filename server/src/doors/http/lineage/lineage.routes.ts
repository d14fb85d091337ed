import { Type } from 'typebox'
import { EDGE_KINDS } from '../../../core/lineage/lineage.ts'
import { openLineageEvents } from '../../../core/lineage/open-lineage.ts'
import { type Lineage, type LineageNode, type NamedColumn, readLineage } from '../../../core/lineage/read-lineage.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, Nullable, OneOf } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const Column = NamedObject('ColumnPlace', { table: Type.String(), column: Type.String() })

const Graph = NamedObject('Lineage', {
  nodes: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      type: OneOf(['table', 'view', 'source']),
      layer: Nullable(OneOf(['raw', 'base', 'derived'])),
      state: OneOf(['active', 'archived']),
      stale: Type.Boolean(),
    }),
  ),
  edges: Type.Array(
    Type.Object({
      from: Type.String(),
      to: Type.String(),
      from_id: Type.String(),
      to_id: Type.String(),
      kind: OneOf(EDGE_KINDS),
      transform: Nullable(Type.String()),
      op_id: Nullable(Type.Integer()),
    }),
  ),
  columns: Type.Array(
    Type.Object({
      to: Column,
      from: Type.Array(Column, { description: 'What its values are made of, and what decides which rows there are' }),
      exact: Type.Boolean({ description: 'False where it cannot be known: then it is all that might be read' }),
    }),
  ),
})

const Events = Type.Object({
  events: Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
})

const wireIdOf = ({ id, opened }: LineageNode) => toWireId(opened ? 'art' : 'src', id)

function presentLineage({ nodes, edges, columns }: Lineage) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return {
    nodes: nodes.map((node) => ({
      id: wireIdOf(node),
      name: node.name,
      type: node.opened?.kind ?? ('source' as const),
      layer: node.opened?.layer ?? null,
      state: node.opened?.state ?? ('active' as const),
      stale: node.opened?.staleSince != null,
    })),
    edges: edges.flatMap((edge) => {
      const [from, to] = [byId.get(edge.fromId), byId.get(edge.toId)]
      if (!from || !to) return []
      return [
        {
          from: from.name,
          to: to.name,
          from_id: wireIdOf(from),
          to_id: wireIdOf(to),
          kind: edge.kind,
          transform: edge.transformId === null ? null : to.name,
          op_id: edge.opId,
        },
      ]
    }),
    columns: columns.map(({ to, from, deciding, isExact }) => ({
      to,
      from: once([...from, ...deciding]),
      exact: isExact,
    })),
  }
}

const once = (columns: readonly NamedColumn[]) => [
  ...new Map(columns.map((column) => [JSON.stringify([column.table, column.column]), column])).values(),
]

export const lineageEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/tables/{name}/lineage',
    operation: 'readTableLineage',
    summary: 'Where a table comes from, up to the files, and what is made from it',
    description: 'With format=openlineage the runs behind the graph, as events of the OpenLineage standard.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb'), name: Type.String() }),
    query: Type.Object({
      direction: Type.Optional(OneOf(['up', 'down', 'both'])),
      depth: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 20 })),
      format: Type.Optional(OneOf(['graph', 'openlineage'])),
    }),
    status: 200,
    response: Type.Union([Graph, Events]),
    handle: async ({ ctx, params, query: { direction = 'both', depth = 20, format } }) => {
      const { workbook_id: workbookId, name } = params
      const lineage = await readLineage(ctx, { workbookId, name }, { direction, depth })
      return format === 'openlineage' ? { events: openLineageEvents(workbookId, lineage) } : presentLineage(lineage)
    },
  }),
]
