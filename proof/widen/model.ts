import type { Actor, MadeLink } from './actors.ts'

/** The plain model: which of the values each may see, and who wrote what links show. */
export type Model = {
  wrote: (id: string, actor: Actor) => void
  placed: (dashboard: string, tiles: readonly SentTile[], actor: Actor) => void
  writerOf: (id: string) => Actor | undefined
  tilesOf: (dashboard: string) => readonly PlacedTile[]
}

export type SentTile = { tile_id: string; kind: string; question_id?: string; view_id?: string; title?: string }
type PlacedTile = SentTile & { writer: Actor }

export function newModel(): Model {
  const writers = new Map<string, Actor>()
  const pages = new Map<string, readonly PlacedTile[]>()
  return {
    wrote: (id, actor) => void writers.set(id, actor),
    placed: (dashboard, tiles, actor) => {
      const before = pages.get(dashboard) ?? []
      const isSame = (one: SentTile, other: SentTile) =>
        one.tile_id === other.tile_id && shownBy(one) === shownBy(other)
      const now = tiles.map((tile) => ({ ...tile, writer: before.find((old) => isSame(old, tile))?.writer ?? actor }))
      pages.set(dashboard, now)
    },
    writerOf: (id) => writers.get(id),
    tilesOf: (dashboard) => pages.get(dashboard) ?? [],
  }
}

export const shownBy = ({ question_id, view_id }: SentTile) => question_id ?? view_id ?? ''

const VALUE = /(NAME|PAY)-(east|west)-\d/g

export const valuesIn = (text: string): string[] => [...new Set(text.match(VALUE) ?? [])]

/** Whether one of them may see a value themselves. */
export function maySee(actor: Actor, value: string): boolean {
  switch (actor) {
    case 'owner':
    case 'quiet':
      return true
    case 'east':
    case 'west':
      return value.startsWith(`NAME-${actor}`)
    case 'proposer':
      return value.startsWith('NAME-east')
  }
}

/**
 * Whether a link may show a value: every one who has a part in it sees it without being known to the policy by an address, as no link
 * has one. So nothing that an editor has a part in shows rows, and nothing that a token without the scope to share has written.
 */
export const mayShow = (parts: readonly (Actor | undefined)[]): boolean => parts.every((actor) => actor === 'owner')

/** Everyone who has a part in what a tile of a link shows. */
export function partsOf(model: Model, link: MadeLink, tileId: string): (Actor | undefined)[] {
  const tile = model.tilesOf(link.target).find(({ tile_id }) => tile_id === tileId)
  return tile ? [link.maker, tile.writer, model.writerOf(shownBy(tile))] : [link.maker]
}
