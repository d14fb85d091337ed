import { Button, IconButton } from '../../parts/controls/button.tsx'
import type { IconName } from '../../parts/icon.tsx'
import { useWords } from '../../words/words.ts'
import { HeadingFields, SpacerFields, TextFields } from './block-fields.tsx'
import { type Block, type BlockKind, moved, newBlock } from './sheet-spec.ts'
import { sheetsWords } from './sheets-words.ts'
import { TableFields } from './table-fields.tsx'

type Props = {
  workbookId: string
  blocks: readonly Block[]
  tables: readonly string[]
  onChange: (blocks: readonly Block[]) => void
}

const KINDS: readonly [BlockKind, IconName][] = [
  ['heading', 'plus'],
  ['text', 'plus'],
  ['table_view', 'table'],
  ['spacer', 'plus'],
]

/** What stands on the sheet, from top to bottom. */
export function BlockList({ workbookId, blocks, tables, onChange }: Props) {
  const w = useWords(sheetsWords)
  const [firstTable] = tables
  return (
    <>
      <ol className="blocks">
        {blocks.map((block, n) => {
          const what = `${w.kinds[block.kind]} ${n + 1}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a block has no name but its place.
            <li key={`${n} ${block.kind}`}>
              <header>
                <h2>{w.kinds[block.kind]}</h2>
                <IconButton
                  icon="up"
                  name={w.up(what)}
                  disabled={n === 0}
                  onClick={() => onChange(moved(blocks, n, -1))}
                />
                <IconButton
                  icon="down"
                  name={w.down(what)}
                  disabled={n === blocks.length - 1}
                  onClick={() => onChange(moved(blocks, n, 1))}
                />
                <IconButton icon="close" name={w.remove(what)} onClick={() => onChange(blocks.toSpliced(n, 1))} />
              </header>
              <Fields
                workbookId={workbookId}
                block={block}
                tables={tables}
                onChange={(changed) => onChange(blocks.with(n, changed))}
              />
            </li>
          )
        })}
      </ol>
      <div className="add-block">
        <span className="soft">{w.add}</span>
        {KINDS.map(([kind, icon]) => (
          <Button
            key={kind}
            icon={icon}
            disabled={kind === 'table_view' && firstTable === undefined}
            onClick={() => onChange([...blocks, newBlock(kind, firstTable ?? '', w.firstHeading)])}
          >
            {w.kinds[kind]}
          </Button>
        ))}
      </div>
    </>
  )
}

function Fields({
  workbookId,
  block,
  tables,
  onChange,
}: Pick<Props, 'workbookId' | 'tables'> & { block: Block; onChange: (block: Block) => void }) {
  switch (block.kind) {
    case 'heading':
      return <HeadingFields block={block} onChange={onChange} />
    case 'text':
      return <TextFields block={block} onChange={onChange} />
    case 'spacer':
      return <SpacerFields block={block} onChange={onChange} />
    case 'table_view':
      return <TableFields workbookId={workbookId} block={block} tables={tables} onChange={onChange} />
  }
}
