import { BinderyProblem, type Cell, type Client, type Wire } from '@bindery-data/sdk'
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { Loading } from '../../parts/answers/loading.tsx'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { answerOf, firstChoice } from '../../parts/chart/answer.ts'
import { AnswerView } from '../../parts/chart/answer-view.tsx'
import { useWords } from '../../words/words.ts'
import { RowsTable } from '../dashboards/rows-table.tsx'
import { TextTile } from '../dashboards/text-tile.tsx'
import { questionsWords } from '../questions/questions-words.ts'
import { draftOf, namedAnswer, periodsOf, pivotPlace } from '../questions/summary-draft.ts'
import { sharedWords } from './shared-words.ts'
import '../dashboards/dashboards.css'

type Tile = Wire.Shared['tiles'][number]

const MOST_ROWS = 50

/** The tiles of a dashboard, each asked for by itself. */
export function SharedDashboard({ reader, tiles }: { reader: Client; tiles: readonly Tile[] }) {
  const inOrder = tiles.toSorted((a, b) => a.y - b.y || a.x - b.x)
  return (
    <div className="dashboard">
      <div className="tile-grid">
        {inOrder.map((tile) => (
          <article
            key={tile.tile_id}
            className={tile.kind === 'text' ? 'tile plain' : 'tile'}
            style={placeOf(tile)}
            aria-label={tile.title ?? undefined}
          >
            {tile.title ? (
              <header>
                <h2>{tile.title}</h2>
              </header>
            ) : null}
            <div className="tile-content">
              <TileContent reader={reader} tile={tile} />
            </div>
          </article>
        ))}
      </div>
    </div>
  )
}

const placeOf = ({ x, y, width, height }: Tile): CSSProperties => ({
  gridColumn: `${x + 1} / span ${width}`,
  gridRow: `${y + 1} / span ${height}`,
  // A phone has one column: a tile is as high there as it is on the page.
  ['--lines' as string]: height,
})

function TileContent({ reader, tile }: { reader: Client; tile: Tile }) {
  const w = useWords(sharedWords)
  if (tile.kind === 'text') return <TextTile text={tile.text ?? ''} />
  if (tile.title === null) return <p className="soft">{w.gone}</p>
  return tile.kind === 'question' ? <Answer reader={reader} tile={tile} /> : <ViewRows reader={reader} tile={tile} />
}

function Answer({ reader, tile }: { reader: Client; tile: Tile }) {
  const q = useWords(questionsWords)
  const { data, error } = useQuery({
    queryKey: ['shared', 'answer', tile.tile_id],
    queryFn: ({ signal }) => reader.api.readSharedAnswer({ tile_id: tile.tile_id, signal }),
  })
  if (error) return <Refusal error={error} />
  if (!data) return <Loading />
  const draft = draftOf({ summary: tile.summary && { ...tile.summary, filter: [] }, chart: tile.chart, partial: false })
  const plain = answerOf(data, draft ? periodsOf(draft) : [])
  const answer = draft
    ? namedAnswer(draft, plain, (measure) => q.figure[measure.function](measure.column ?? ''))
    : plain
  const pivot = draft ? pivotPlace(draft) : null
  return <AnswerView answer={answer} choice={tile.chart ?? firstChoice(answer)} pivot={pivot} />
}

function ViewRows({ reader, tile }: { reader: Client; tile: Tile }) {
  const w = useWords(sharedWords)
  const { data, error } = useQuery({
    queryKey: ['shared', 'rows', tile.tile_id],
    queryFn: ({ signal }) => reader.api.readSharedRows({ tile_id: tile.tile_id, limit: MOST_ROWS, signal }),
  })
  if (error) return <Refusal error={error} />
  if (!data) return <Loading />
  // Safe: rows come as objects by column.
  const rows = data.rows as Record<string, Cell>[]
  const note = (data.row_count ?? 0) > MOST_ROWS ? w.firstRows(MOST_ROWS) : null
  return <RowsTable label={tile.title ?? ''} columns={data.columns} rows={rows} note={note} />
}

const Refusal = ({ error }: { error: Error }) =>
  error instanceof BinderyProblem ? <p className="soft">{error.message}</p> : <ProblemNote error={error} />
