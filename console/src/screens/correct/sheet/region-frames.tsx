import type { Wire } from '@bindery-data/sdk'
import { type PointerEvent, useRef, useState } from 'react'
import { type Box, boxOf } from './range.ts'
import { cellUnder, placeOf, type SheetShape } from './sheet-shape.ts'

const EDGES = ['top', 'right', 'bottom', 'left'] as const
type Edge = (typeof EDGES)[number]

type Props = {
  shape: SheetShape
  regions: readonly Wire.Region[]
  chosenId: string | null
  /** Null: they cannot be moved. */
  onRange: ((regionId: string, box: Box) => void) | null
}

/** Frames around the regions. The edges of the chosen one can be dragged; its range can be typed, too. */
export function RegionFrames({ shape, regions, chosenId, onRange }: Props) {
  return regions.map((region) => {
    const isChosen = region.region_id === chosenId
    return isChosen && onRange ? (
      <ChosenFrame key={region.region_id} shape={shape} region={region} onRange={onRange} />
    ) : (
      <div
        key={region.region_id}
        className={isChosen ? 'region-frame chosen' : 'region-frame'}
        style={styleOf(shape, boxOf(region))}
      />
    )
  })
}

function styleOf(shape: SheetShape, box: Box) {
  const { x, y, width, height } = placeOf(shape, box)
  return { left: x - 1, top: y - 1, width: width + 1, height: height + 1 }
}

function ChosenFrame({
  shape,
  region,
  onRange,
}: {
  shape: SheetShape
  region: Wire.Region
  onRange: NonNullable<Props['onRange']>
}) {
  const [dragged, setDragged] = useState<Box | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const box = dragged ?? boxOf(region)
  const drag = (edge: Edge) => ({
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragged(box)
    },
    onPointerMove: (event: PointerEvent) => {
      const over = frame.current?.parentElement?.getBoundingClientRect()
      if (dragged && over)
        setDragged(moved(dragged, edge, cellUnder(shape, event.clientX - over.left, event.clientY - over.top)))
    },
    onPointerUp: () => {
      setDragged(null)
      if (dragged && JSON.stringify(dragged) !== JSON.stringify(boxOf(region))) onRange(region.region_id, dragged)
    },
    onPointerCancel: () => setDragged(null),
  })
  return (
    <div ref={frame} className="region-frame chosen" style={styleOf(shape, box)}>
      {EDGES.map((edge) => (
        <div key={edge} className={`region-edge ${edge}`} data-edge={edge} aria-hidden="true" {...drag(edge)} />
      ))}
    </div>
  )
}

/** An edge stays on its side of the opposite one. */
function moved(box: Box, edge: Edge, { row, column }: { row: number; column: number }): Box {
  switch (edge) {
    case 'top':
      return { ...box, top: Math.min(row, box.bottom) }
    case 'bottom':
      return { ...box, bottom: Math.max(row, box.top) }
    case 'left':
      return { ...box, left: Math.min(column, box.right) }
    case 'right':
      return { ...box, right: Math.max(column, box.left) }
  }
}
