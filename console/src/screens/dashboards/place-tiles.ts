/** Where a tile lies on the grid, in its columns and lines. */
export type Spot = { tile_id: string; x: number; y: number; width: number; height: number }

export const COLUMNS = 12
export const SMALLEST = { width: 2, height: 2 }

/** Within the grid, and not smaller than can be read. */
export function fitted<T extends Spot>(tile: T): T {
  const width = Math.max(SMALLEST.width, Math.min(COLUMNS, tile.width))
  const x = Math.max(0, Math.min(COLUMNS - width, tile.x))
  return { ...tile, width, x, y: Math.max(0, tile.y), height: Math.max(1, Math.min(40, tile.height)) }
}

const overlap = (a: Spot, b: Spot) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const inOrder = <T extends Spot>(tiles: readonly T[]) => tiles.toSorted((a, b) => a.y - b.y || a.x - b.x)

/**
 * The tiles with one of them at its new place: what lies in its way moves down, and then everything moves up as far as there is room,
 * so that no holes are left.
 */
export function placeTile<T extends Spot>(tiles: readonly T[], moved: T): T[] {
  const first = fitted(moved)
  const others = inOrder(tiles.filter(({ tile_id }) => tile_id !== moved.tile_id))
  const placed: T[] = [first]
  for (const tile of others) placed.push(lowered(tile, placed))
  return risen(placed)
}

function lowered<T extends Spot>(tile: T, placed: readonly T[]): T {
  let free = tile
  for (;;) {
    const hit = placed.find((other) => overlap(free, other))
    if (!hit) return free
    free = { ...free, y: hit.y + hit.height }
  }
}

/** Everything as high as it can lie, in reading order. */
export function risen<T extends Spot>(tiles: readonly T[]): T[] {
  const placed: T[] = []
  for (const tile of inOrder(tiles)) {
    let y = tile.y
    while (y > 0 && !placed.some((other) => overlap({ ...tile, y: y - 1 }, other))) y -= 1
    placed.push({ ...tile, y })
  }
  return placed
}

/** The first free place for a tile of this size, below all others at the latest. */
export function freeSpot(tiles: readonly Spot[], { width, height }: Pick<Spot, 'width' | 'height'>) {
  const bottom = Math.max(0, ...tiles.map((tile) => tile.y + tile.height))
  for (let y = 0; y <= bottom; y++)
    for (let x = 0; x + width <= COLUMNS; x++) {
      const spot = { tile_id: '', x, y, width, height }
      if (!tiles.some((tile) => overlap(tile, spot))) return { x, y }
    }
  return { x: 0, y: bottom }
}
