import {
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeHandle,
  type NodeProps,
  Position,
  ReactFlow,
} from '@xyflow/react'
import { useMemo } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { partsWords } from '../../parts/parts-words.ts'
import { useWords } from '../../words/words.ts'
import { layOut, NODE } from './lay-out.ts'
import { lineageWords } from './lineage-words.ts'
import { type Lineage, type LineageNode, withoutShortcuts } from './read-lineage.ts'
import '@xyflow/react/dist/style.css'

type Drawn = Node<{ node: LineageNode; isOnWay: boolean }, 'lineage'>

type Props = {
  lineage: Lineage
  chosenId: string | null
  /** Names of tables that a followed column comes through. */
  wayTables: ReadonlySet<string>
  onChoose: (id: string) => void
}

/** The graph. Who cannot see it has the same as a list beside it. */
export function LineageGraph({ lineage: whole, chosenId, wayTables, onChoose }: Props) {
  const w = useWords(lineageWords)
  const lineage = useMemo(() => withoutShortcuts(whole), [whole])
  const places = useMemo(() => layOut(lineage), [lineage])
  const nodes = lineage.nodes.map(
    (node): Drawn => ({
      id: node.id,
      type: 'lineage',
      position: places.get(node.id) ?? { x: 0, y: 0 },
      data: { node, isOnWay: wayTables.has(node.name) },
      selected: node.id === chosenId,
      ariaLabel: node.name,
      ...NODE,
      handles: HANDLES,
    }),
  )
  const edges = lineage.edges.map(({ from_id, to_id, from, to, kind }): Edge => {
    const isOnWay = wayTables.has(from) && wayTables.has(to)
    return {
      id: `${from_id} ${to_id}`,
      source: from_id,
      target: to_id,
      className: isOnWay ? 'on-way' : '',
      ...(kind === 'transform' || kind === 'merge' ? { label: w.edges[kind] } : {}),
      markerEnd: { type: MarkerType.ArrowClosed },
      focusable: false,
    }
  })
  return (
    <section className="lineage-graph" aria-label={w.graph}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        onNodeClick={(_, { id }) => onChoose(id)}
        onSelectionChange={({ nodes: [first] }) => first && first.id !== chosenId && onChoose(first.id)}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.15 }}
        minZoom={0.2}
      />
    </section>
  )
}

function NodeBox({ data: { node, isOnWay }, selected }: NodeProps<Drawn>) {
  const w = useWords(lineageWords)
  const parts = useWords(partsWords)
  // No class called `source` or `target`: React Flow takes elements of these classes for its handles.
  const looks = ['lineage-node', node.type === 'source' ? 'of-file' : (node.layer ?? 'base')]
  if (node.stale) looks.push('stale')
  if (node.state === 'archived') looks.push('archived')
  if (selected) looks.push('chosen')
  if (isOnWay) looks.push('on-way')
  const kind = node.type === 'source' ? w.kinds.source : w.kinds[node.layer ?? 'none']
  return (
    <div className={looks.join(' ')} title={node.name}>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <Icon name={node.type === 'source' ? 'file' : 'table'} />
      <div>
        <p className="lineage-name">{node.name}</p>
        <p className="lineage-kind">
          {node.stale ? parts.stale : node.state === 'archived' ? `${kind} · ${w.archived}` : kind}
        </p>
      </div>
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </div>
  )
}

/** Given beforehand, so that nothing has to be measured and ways never start elsewhere. */
const HANDLES: NodeHandle[] = [
  { type: 'target', position: Position.Left, x: 0, y: NODE.height / 2 },
  { type: 'source', position: Position.Right, x: NODE.width, y: NODE.height / 2 },
]

const NODE_TYPES = { lineage: NodeBox }
