import { type PointerEvent, useRef, useState } from 'react'
import type { Tile } from './dashboards.ts'
import { COLUMNS, placeTile } from './place-tiles.ts'

/** A line of the grid with the gap below it, as `dashboards.css` has it. */
export const LINE_PX = 64
export const GAP_PX = 12

type Drag = { tile: Tile; what: 'move' | 'size'; startX: number; startY: number; tiles: readonly Tile[] }

/** Tiles follow the pointer while one is moved or sized, and stay where they are when it is let go. */
export function useTileDrag(tiles: readonly Tile[], onChange: (tiles: Tile[]) => void) {
  const grid = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const begin = (tile: Tile, what: Drag['what']) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { tile, what, startX: event.clientX, startY: event.clientY, tiles }
    setDragged(tile.tile_id)
  }
  const move = ({ clientX, clientY }: PointerEvent) => {
    const now = drag.current
    const width = grid.current?.clientWidth ?? 0
    if (!now || width === 0) return
    const columns = Math.round((clientX - now.startX) / ((width + GAP_PX) / COLUMNS))
    const lines = Math.round((clientY - now.startY) / (LINE_PX + GAP_PX))
    const { tile, what } = now
    const next =
      what === 'move'
        ? { ...tile, x: tile.x + columns, y: tile.y + lines }
        : { ...tile, width: Math.min(COLUMNS - tile.x, tile.width + columns), height: tile.height + lines }
    onChange(placeTile(now.tiles, next))
  }
  const end = () => {
    drag.current = null
    setDragged(null)
  }
  const handle = (tile: Tile, what: Drag['what']) => ({
    onPointerDown: begin(tile, what),
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
  })
  return { grid, dragged, handle }
}
