import type { Wire } from '@bindery-data/sdk'
import { Link } from '@tanstack/react-router'
import type { CSSProperties, KeyboardEvent } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { IconButton } from '../../parts/controls/button.tsx'
import { useWords } from '../../words/words.ts'
import type { Tile } from './dashboards.ts'
import { dashboardsWords } from './dashboards-words.ts'
import { TileContent } from './tile-content.tsx'
import type { useTileDrag } from './use-tile-drag.ts'

type Props = {
  tile: Tile
  question: Wire.Question | undefined
  view: Wire.SavedView | undefined
  /** Null while the page is only looked at. */
  editing: {
    isDragged: boolean
    handle: ReturnType<typeof useTileDrag>['handle']
    onChange: (tile: Tile) => void
    onRemove: () => void
  } | null
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A tile at its place on the page. */
export function TileFrame({ tile, question, view, editing }: Props) {
  const w = useWords(dashboardsWords)
  const title = tile.title || question?.name || view?.name || w.text
  const isText = tile.kind === 'text'
  const pressed = (event: KeyboardEvent) => {
    if (!editing || event.target !== event.currentTarget) return
    if (event.key === 'Delete') return editing.onRemove()
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const [dx, dy] = step
    editing.onChange(
      event.shiftKey
        ? { ...tile, width: tile.width + dx, height: tile.height + dy }
        : { ...tile, x: tile.x + dx, y: tile.y + dy },
    )
  }
  const style: CSSProperties = {
    gridColumn: `${tile.x + 1} / span ${tile.width}`,
    gridRow: `${tile.y + 1} / span ${tile.height}`,
    // A phone has one column: a tile is as high there as it is on the page.
    ['--lines' as string]: tile.height,
  }
  const look = ['tile', isText ? 'plain' : '', editing ? 'movable' : '', editing?.isDragged ? 'dragged' : '']
  return (
    <article
      className={look.filter(Boolean).join(' ')}
      style={style}
      aria-label={editing ? w.tile(title) : title}
      {...(editing ? { tabIndex: 0, onKeyDown: pressed } : {})}
    >
      {isText && !editing ? null : (
        <header {...(editing ? editing.handle(tile, 'move') : {})}>
          <h2>{editing ? title : <TileTitle title={title} question={question} view={view} />}</h2>
          {editing ? (
            <IconButton
              icon="close"
              name={w.removeTile(title)}
              onPointerDown={(event) => event.stopPropagation()}
              onClick={editing.onRemove}
            />
          ) : null}
        </header>
      )}
      <div className="tile-content">
        {isText && editing ? (
          <textarea
            className="input"
            aria-label={w.text}
            placeholder={w.textHint}
            value={tile.text ?? ''}
            onChange={({ target }) => editing.onChange({ ...tile, text: target.value })}
          />
        ) : (
          <TileContent tile={tile} question={question} view={view} />
        )}
      </div>
      {editing ? <span className="tile-corner" aria-hidden="true" {...editing.handle(tile, 'size')} /> : null}
    </article>
  )
}

type TitleProps = { title: string; question: Wire.Question | undefined; view: Wire.SavedView | undefined }

function TileTitle({ title, question, view }: TitleProps) {
  const workbookId = useWorkbookId()
  if (question)
    return (
      <Link
        to="/w/$workbookId/questions/$questionId"
        params={{ workbookId, questionId: question.question_id }}
        search={{}}
      >
        {title}
      </Link>
    )
  if (view)
    return (
      <Link to="/w/$workbookId/views/$viewId" params={{ workbookId, viewId: view.view_id }}>
        {title}
      </Link>
    )
  return title
}
