import type { Writer } from '../../../platform/caller.ts'

/** Answers, tables and texts on a page, for everybody in the workbook. It owns no data. */
export type Dashboard = {
  workbookId: string
  dashboardId: string
  name: string
  description: string | null
  document: { tiles: readonly Tile[] }
  version: number
  /** By the id of each tile, who put on the page what it shows; null where that is not known, and links show none of them. */
  writers: TileWriters | null
  createdBy: string
  /** Null when the account is closed. */
  ownerName: string | null
  createdAt: Date
  updatedAt: Date
}

export type TileWriters = Readonly<Record<string, readonly Writer[]>>

export type Tile = QuestionTile | ViewTile | TextTile

/** Where a tile lies on a grid of 12 columns, counted from 0; its height is in lines of the grid. */
type Spot = { tileId: string; x: number; y: number; width: number; height: number }
type QuestionTile = Spot & { kind: 'question'; questionId: string; title: string | null }
type ViewTile = Spot & { kind: 'view'; viewId: string; title: string | null }
type TextTile = Spot & { kind: 'text'; text: string }

export const MOST_DASHBOARDS = 200
export const GRID_COLUMNS = 12

/** The place of the first tile that reaches out of the grid or has a name that another has; undefined when all is well. */
export function misplacedTile(tiles: readonly Tile[]): number | undefined {
  const at = tiles.findIndex(
    ({ tileId, x, width }, n) => x + width > GRID_COLUMNS || tiles.findIndex((other) => other.tileId === tileId) !== n,
  )
  return at < 0 ? undefined : at
}

/** Whether they show the same, wherever they lie. */
export function isSameContent(one: Tile, other: Tile): boolean {
  switch (one.kind) {
    case 'question':
      return other.kind === 'question' && one.questionId === other.questionId && one.title === other.title
    case 'view':
      return other.kind === 'view' && one.viewId === other.viewId && one.title === other.title
    case 'text':
      return other.kind === 'text' && one.text === other.text
  }
}
