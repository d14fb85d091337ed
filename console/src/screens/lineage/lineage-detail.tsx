import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Asked } from '../../parts/answers/asked.tsx'
import { Badge } from '../../parts/badge.tsx'
import { partsWords } from '../../parts/parts-words.ts'
import { client } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { lineageWords } from './lineage-words.ts'
import { type Lineage, type LineageNode, traceColumn } from './read-lineage.ts'

type Props = {
  lineage: Lineage
  node: LineageNode
  column: string | null
  onColumn: (column: string | null) => void
  onChoose: (id: string) => void
}

/** One file or table: its neighbours, its transform, and where its columns come from. */
export function LineageDetail({ lineage, node, column, onColumn, onChoose }: Props) {
  const w = useWords(lineageWords)
  const parts = useWords(partsWords)
  const inputs = lineage.edges.filter(({ to_id }) => to_id === node.id).map(({ from_id }) => from_id)
  const outputs = lineage.edges.filter(({ from_id }) => from_id === node.id).map(({ to_id }) => to_id)
  return (
    <section className="lineage-detail" aria-label={node.name}>
      <header>
        <h2>{node.name}</h2>
        {node.stale ? <Badge tone="stale">{parts.stale}</Badge> : null}
      </header>
      <p>
        <OpenLink node={node} />
      </p>
      <Neighbours title={w.madeFrom} ids={inputs} lineage={lineage} onChoose={onChoose} />
      <Neighbours title={w.becomes} ids={outputs} lineage={lineage} onChoose={onChoose} />
      {node.layer === 'derived' ? <Code name={node.name} /> : null}
      <Columns lineage={lineage} node={node} column={column} onColumn={onColumn} />
    </section>
  )
}

function OpenLink({ node }: { node: LineageNode }) {
  const w = useWords(lineageWords)
  const workbookId = useWorkbookId()
  if (node.type === 'source')
    return (
      <Link to="/w/$workbookId/sources/$sourceName" params={{ workbookId, sourceName: node.name }}>
        {w.openFile}
      </Link>
    )
  return (
    <Link to="/w/$workbookId/tables/$tableName" params={{ workbookId, tableName: node.name }}>
      {w.open}
    </Link>
  )
}

type NeighboursProps = { title: string; ids: readonly string[]; lineage: Lineage; onChoose: (id: string) => void }

function Neighbours({ title, ids, lineage, onChoose }: NeighboursProps) {
  const w = useWords(lineageWords)
  const nodes = lineage.nodes.filter(({ id }) => ids.includes(id))
  return (
    <div>
      <h3>{title}</h3>
      {nodes.length === 0 ? <p className="soft">{w.nothing}</p> : null}
      <ul>
        {nodes.map(({ id, name }) => (
          <li key={id}>
            <button type="button" className="lineage-link" onClick={() => onChoose(id)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Code({ name }: { name: string }) {
  const w = useWords(lineageWords)
  const workbookId = useWorkbookId()
  const read = useQuery({
    queryKey: keys.of(workbookId, 'transforms', name),
    queryFn: ({ signal }) => client.api.readTransform({ workbook_id: workbookId, name, signal }),
  })
  return (
    <div>
      <h3>{w.code}</h3>
      <Asked query={read}>
        {({ code }) =>
          code === null ? (
            <p className="soft">{w.codeHidden}</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
            <pre tabIndex={0}>{code}</pre>
          )
        }
      </Asked>
    </div>
  )
}

/** On demand: a column that is chosen is followed back to where it begins. */
function Columns({ lineage, node, column, onColumn }: Omit<Props, 'onChoose'>) {
  const w = useWords(lineageWords)
  const own = lineage.columns.filter(({ to }) => to.table === node.name)
  if (own.length === 0) return null
  const traced = column === null ? [] : traceColumn(lineage, { table: node.name, column })
  return (
    <div>
      <h3>{w.columns}</h3>
      <p className="soft">{w.columnsHint}</p>
      <ul>
        {own.map(({ to, from, exact }) => (
          <li key={to.column}>
            <button
              type="button"
              className="lineage-link"
              aria-pressed={to.column === column}
              onClick={() => onColumn(to.column === column ? null : to.column)}
            >
              {to.column}
            </button>{' '}
            <span className="soft">
              {from.length === 0
                ? w.constant
                : w.comesFrom(from.map((each) => `${each.table}.${each.column}`).join(', '))}
              {exact ? '' : ` (${w.inexact})`}
            </span>
          </li>
        ))}
      </ul>
      {column !== null && traced.length > 0 ? (
        <div role="status">
          <p>{w.traced(column)}</p>
          <ul className="traced">
            {traced.map((each) => (
              <li key={JSON.stringify(each)}>
                {each.table}.{each.column}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  )
}
