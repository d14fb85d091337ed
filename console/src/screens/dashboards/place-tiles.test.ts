import { expect, test } from 'vitest'
import { freeSpot, placeTile, risen } from './place-tiles.ts'

const tile = (tile_id: string, x: number, y: number, width = 6, height = 2) => ({ tile_id, x, y, width, height })
const places = (tiles: readonly ReturnType<typeof tile>[]) =>
  tiles.map(({ tile_id, x, y }) => `${tile_id} ${x},${y}`).sort()

test('a tile that is moved onto another takes its place, and the other goes below', () => {
  const tiles = [tile('a', 0, 0), tile('b', 6, 0), tile('c', 0, 2)]

  expect(places(placeTile(tiles, tile('b', 0, 0)))).toEqual(['a 0,2', 'b 0,0', 'c 0,4'])
})

test('no hole is left where a tile was, and none leaves the grid', () => {
  expect(places(risen([tile('a', 0, 5), tile('b', 6, 9)]))).toEqual(['a 0,0', 'b 6,0'])
  expect(placeTile([], tile('a', 11, -3, 6))).toEqual([tile('a', 6, 0, 6)])
})

test('no two tiles ever lie over each other', () => {
  let tiles = Array.from({ length: 8 }, (_, n) => tile(`t${n}`, (n * 4) % 12, Math.floor(n / 3) * 2, 4))
  for (let step = 0; step < 200; step++) {
    const moved = tiles[(step * 5) % tiles.length]
    if (moved) tiles = placeTile(tiles, { ...moved, x: (step * 7) % 9, y: (step * 3) % 11, width: 2 + (step % 8) })
    const cells = tiles.flatMap(({ x, y, width, height }) =>
      Array.from({ length: width * height }, (_, n) => `${x + (n % width)},${y + Math.floor(n / width)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
  }
})

test('a new tile gets the first free place', () => {
  expect(freeSpot([tile('a', 0, 0)], { width: 6, height: 2 })).toEqual({ x: 6, y: 0 })
  expect(freeSpot([tile('a', 0, 0, 12)], { width: 3, height: 2 })).toEqual({ x: 0, y: 2 })
})
