import type { Input } from '@bindery-data/sdk'

export type SheetSpec = Input<'putSheet'>['body']['spec']
export type Block = SheetSpec['blocks'][number]
export type BlockKind = Block['kind']
export type TableView = Extract<Block, { kind: 'table_view' }>

/** What a new block says until it is edited. */
export function newBlock(kind: BlockKind, firstTable: string, heading: string): Block {
  switch (kind) {
    case 'heading':
      return { kind, text: heading, level: 2 }
    case 'text':
      return { kind, text: '…' }
    case 'table_view':
      return { kind, table: firstTable, limit: 50 }
    case 'spacer':
      return { kind, rows: 1 }
  }
}

export function moved(blocks: readonly Block[], at: number, by: -1 | 1): Block[] {
  const block = blocks[at]
  return block ? blocks.toSpliced(at, 1).toSpliced(at + by, 0, block) : [...blocks]
}
