import type { TrueField } from '../truth.ts'
import { type Block, type BlockCell, below, blockOf, joined, moved } from './block.ts'
import type { Maker } from './maker.ts'
import { dayOf, serialOf } from './spell-cell.ts'

/** A title above, sometimes merged, sometimes with a day or a unit at its right. */
export function withTitle(maker: Maker, block: Block, title = titleOf(maker)): Block {
  const { random, look, hasMerges } = maker
  const merges =
    hasMerges && block.width > 1 && random.chance(0.35) ? [{ top: 0, left: 0, bottom: 0, right: block.width - 1 }] : []
  const head = blockOf([{ row: 0, column: 0, value: title, style: look.title }], { merges })
  return below(head, block, random.one([0, 1, 1, 1, 2]))
}

export function titleOf({ random, domain, language }: Maker): string {
  const year = random.whole(2021, 2026)
  const place = random.one(random.one(domain.dimensions).members)
  if (language === 'ja')
    return random.one([domain.title, `${domain.title}（${place}）`, `${year}年度 ${domain.title}`, `■ ${domain.title}`])
  return random.one([
    domain.title,
    `${domain.title} - ${place}`,
    `${domain.title} ${year}`,
    `${place}: ${domain.title}`,
  ])
}

/** The unit of all figures, above the last column. */
export function withUnit(maker: Maker, block: Block, unit: string | null): Block {
  if (!unit) return block
  const value = maker.random.one(maker.words.unit(unit))
  return below(blockOf([{ row: 0, column: Math.max(0, block.width - 1), value }]), block, 0)
}

export function withNotes(maker: Maker, block: Block): Block {
  const { random, words } = maker
  const count = random.whole(1, 2)
  const cells = Array.from(
    { length: count },
    (_, row): BlockCell => ({ row, column: 0, value: random.one(words.notes) }),
  )
  return below(block, blockOf(cells), random.whole(0, 2))
}

/** A remark beside the table, behind at least one empty column. */
export function withStray(maker: Maker, block: Block): Block {
  const { random, words } = maker
  const cell = { row: random.whole(0, Math.max(0, block.height - 1)), column: block.width + random.whole(1, 3) }
  return { ...joined(block, blockOf([{ ...cell, value: random.one(words.strays) }])), width: block.width }
}

/** Pairs of names and values, one in a line or two beside each other. */
export function formBlock(maker: Maker, count = maker.random.whole(3, 7)): Block {
  const { random, language, look } = maker
  const fields = drawFields(maker).slice(0, count)
  const perLine = random.one([1, 1, 2])
  const hasColon = random.chance(0.2)
  const cells = fields.flatMap(({ name, value }, n): BlockCell[] => {
    const row = Math.floor(n / perLine)
    const column = (n % perLine) * 3
    const label = hasColon ? `${name}${language === 'ja' ? '：' : ':'}` : name
    return [
      { row, column, value: label, style: look.header },
      { row, column: column + 1, value: maker.isCsv ? String(value) : (value ?? '') },
    ]
  })
  return blockOf(cells, { fields })
}

function drawFields({ random, language, domain }: Maker): TrueField[] {
  const day = dayOf(serialOf('2025-01-06') + random.whole(0, 700))
  const person = random.one(
    language === 'ja' ? ['佐々木 健', '大野 恵', '岡田 真'] : ['Ann Field', 'Tom Reed', 'Eva Lind'],
  )
  const fields: TrueField[] =
    language === 'ja'
      ? [
          { name: '作成日', value: day },
          { name: '作成者', value: person },
          { name: '部署名', value: random.one(['総務部', '経理課', '第一事業部']) },
          { name: '文書番号', value: `D-${random.whole(100, 999)}` },
          { name: '件名', value: `${domain.title}について` },
          { name: '承認', value: random.one(['済', '未']) },
          { name: '電話番号', value: `03-${random.whole(1000, 9999)}-${random.whole(1000, 9999)}` },
        ]
      : [
          { name: 'Prepared on', value: day },
          { name: 'Prepared by', value: person },
          { name: 'Department', value: random.one(['Finance', 'Operations', 'Planning']) },
          { name: 'Document no.', value: `D-${random.whole(100, 999)}` },
          { name: 'Subject', value: domain.title },
          { name: 'Status', value: random.one(['draft', 'final']) },
          { name: 'Phone', value: `555-${random.whole(1000, 9999)}` },
        ]
  return fields
}

/** What people put around a table: a title, a unit, notes, a stray remark, and a margin. */
export function dressed(maker: Maker, block: Block, unit: string | null = null): Block {
  const { random, isCsv } = maker
  if (isCsv) return block
  let whole = block
  if (random.chance(0.25)) whole = withUnit(maker, whole, unit)
  if (random.chance(0.5)) whole = withTitle(maker, whole)
  if (random.chance(0.25)) whole = withNotes(maker, whole)
  if (random.chance(0.08)) whole = withStray(maker, whole)
  return whole
}

/** The block somewhere near the corner of the sheet. */
export const placed = ({ random, isCsv }: Maker, block: Block): Block =>
  isCsv ? block : moved(block, random.one([0, 0, 0, 1, 2]), random.one([0, 0, 0, 1]))
