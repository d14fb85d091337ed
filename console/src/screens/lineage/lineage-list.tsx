import { Badge } from '../../parts/badge.tsx'
import { partsWords } from '../../parts/parts-words.ts'
import { useWords } from '../../words/words.ts'
import { lineageWords } from './lineage-words.ts'
import type { Lineage, LineageNode } from './read-lineage.ts'

type Props = { lineage: Lineage; chosenId: string | null; onChoose: (id: string) => void }

const ORDER = ['source', 'raw', 'base', 'derived']
const rankOf = ({ type, layer }: LineageNode) => ORDER.indexOf(type === 'source' ? 'source' : (layer ?? 'base'))

/** The graph as a list, in the order in which things are made. */
export function LineageList({ lineage, chosenId, onChoose }: Props) {
  const w = useWords(lineageWords)
  const parts = useWords(partsWords)
  const nodes = lineage.nodes.toSorted((a, b) => rankOf(a) - rankOf(b) || a.name.localeCompare(b.name))
  return (
    <nav className="lineage-list" aria-label={w.list}>
      <ul>
        {nodes.map((node) => (
          <li key={node.id}>
            <button
              type="button"
              aria-current={node.id === chosenId ? 'true' : undefined}
              onClick={() => onChoose(node.id)}
            >
              <span className="lineage-name">{node.name}</span>
              <span className="soft">{node.type === 'source' ? w.kinds.source : w.kinds[node.layer ?? 'none']}</span>
              {node.stale ? <Badge tone="stale">{parts.stale}</Badge> : null}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
