import { Graph, layout } from '@dagrejs/dagre'
import type { Lineage } from './read-lineage.ts'

export const NODE = { width: 210, height: 56 }

/** Where each node stands: files at the left, what is made from them to the right. */
export function layOut({ nodes, edges }: Lineage): Map<string, { x: number; y: number }> {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', ranksep: 64, nodesep: 18 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of nodes) graph.setNode(id, { ...NODE })
  for (const { from_id, to_id } of edges) graph.setEdge(from_id, to_id)
  layout(graph)
  return new Map(
    nodes.map(({ id }) => {
      const { x = 0, y = 0 } = graph.node(id)
      return [id, { x: x - NODE.width / 2, y: y - NODE.height / 2 }]
    }),
  )
}
