import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Loading } from '../../parts/answers/loading.tsx'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { useWords } from '../../words/words.ts'
import { questionsQuery } from '../questions/questions.ts'
import { allViewsQuery, type Tile } from './dashboards.ts'
import { dashboardsWords } from './dashboards-words.ts'
import { placeTile, risen } from './place-tiles.ts'
import { TileFrame } from './tile-frame.tsx'
import { useTileDrag } from './use-tile-drag.ts'

type Props = {
  tiles: readonly Tile[]
  /** Null while the page is only looked at. */
  onChange: ((tiles: Tile[]) => void) | null
}

/** Tiles on twelve columns; on a phone one below the other. */
export function TileGrid({ tiles, onChange }: Props) {
  const w = useWords(dashboardsWords)
  const workbookId = useWorkbookId()
  const questions = useQuery(questionsQuery(workbookId))
  const views = useQuery(allViewsQuery(workbookId))
  const [said, setSaid] = useState('')
  const { grid, dragged, handle } = useTileDrag(tiles, (next) => onChange?.(next))
  for (const { data, error } of [questions, views]) if (error && !data) return <ProblemNote error={error} />
  if (!questions.data || !views.data) return <Loading />
  const change = (tile: Tile, before: Tile) => {
    const next = placeTile(tiles, tile)
    const now = next.find(({ tile_id }) => tile_id === tile.tile_id)
    const title = tile.title ?? w.tile('')
    if (now && (now.x !== before.x || now.y !== before.y)) setSaid(w.moved(title, now.x + 1, now.y + 1))
    else if (now && tile.text === before.text) setSaid(w.sized(title, now.width, now.height))
    onChange?.(next)
  }
  // In reading order, so that a phone and a screen reader go through them as the eye does.
  const inOrder = onChange ? tiles : tiles.toSorted((a, b) => a.y - b.y || a.x - b.x)
  return (
    <>
      <div className={onChange ? 'tile-grid editing' : 'tile-grid'} ref={grid}>
        {inOrder.map((tile) => (
          <TileFrame
            key={tile.tile_id}
            tile={tile}
            question={questions.data.find(({ question_id }) => question_id === tile.question_id)}
            view={views.data.find(({ view_id }) => view_id === tile.view_id)}
            editing={
              onChange
                ? {
                    isDragged: dragged === tile.tile_id,
                    handle,
                    onChange: (next) => change(next, tile),
                    onRemove: () => onChange(risen(tiles.filter((each) => each !== tile))),
                  }
                : null
            }
          />
        ))}
      </div>
      {onChange ? (
        <>
          <p className="soft tile-keys">{w.tileKeys}</p>
          <p className="unseen" role="status">
            {said}
          </p>
        </>
      ) : null}
    </>
  )
}
