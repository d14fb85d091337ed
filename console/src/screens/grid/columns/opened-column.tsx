import { Popover } from '../../../parts/overlays/popover.tsx'
import { useWords } from '../../../words/words.ts'
import { FilterPanel } from '../filter/filter-panel.tsx'
import { AddColumn, DescribeColumn, DropColumn, RenameColumn, RetypeColumn } from './column-dialogs.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { columnWords } from './column-words.ts'
import { FormatMenu, OtherFormat } from './format-menu.tsx'
import type { TableColumns } from './use-table-columns.ts'

type Props = {
  table: string
  columns: TableColumns
  isWritable: boolean
  canAdd: boolean
  onChanged: () => void
  focusAfter: () => HTMLElement | null | undefined
}

/** What is open about a column: its menu, its filter, or a dialog. */
export function OpenedColumn({ table, columns, isWritable, canAdd, onChanged, focusAfter }: Props) {
  const w = useWords(columnWords)
  const { opened } = columns
  const column = columns.all.find(({ name }) => name === opened?.column)
  if (!opened || !column) return null
  const onClose = () => columns.open(null)
  const dialog = { table, column, onClose, onChanged }
  switch (opened.kind) {
    case 'menu':
      return (
        <ColumnMenu
          columns={columns}
          column={column.name}
          spot={opened.spot}
          isWritable={isWritable}
          canAdd={canAdd}
          onClose={onClose}
          focusAfter={focusAfter}
        />
      )
    case 'filter':
      return (
        <Popover label={w.filterOf(column.name)} at={opened.spot} onClose={onClose} focusAfter={focusAfter}>
          <FilterPanel
            table={table}
            columns={columns.all}
            column={column}
            conditions={columns.search.filter ?? []}
            onApply={(condition) => {
              onClose()
              columns.setCondition(column.name, condition)
            }}
          />
        </Popover>
      )
    case 'format':
      return (
        <FormatMenu
          table={table}
          column={column}
          spot={opened.spot}
          onClose={onClose}
          onChoose={columns.setViewFormat}
          onOther={() => columns.open({ kind: 'other-format', column: column.name })}
          focusAfter={focusAfter}
        />
      )
    case 'other-format':
      return <OtherFormat table={table} column={column} onChoose={columns.setViewFormat} onClose={onClose} />
    case 'rename':
      return <RenameColumn {...dialog} onRenamed={(name) => columns.renamed(column.name, name)} />
    case 'retype':
      return <RetypeColumn {...dialog} />
    case 'describe':
      return <DescribeColumn {...dialog} />
    case 'add':
      return <AddColumn {...dialog} onAdded={(name) => columns.added(name, opened)} />
    case 'drop':
      return <DropColumn {...dialog} onDropped={() => columns.dropped(column.name)} />
  }
}
