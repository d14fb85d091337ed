import type { Selection } from '../../parts/grid/cells/cell-range.ts'
import type { GridColumn, LoadedRow } from '../../parts/grid/rows/read-page.ts'
import { Menu, MenuItem, MenuLine, type Spot } from '../../parts/overlays/menu.tsx'
import { toast } from '../../parts/overlays/toasts.tsx'
import { useWords, wordsNow } from '../../words/words.ts'
import { cellMenuWords } from './cell-menu-words.ts'
import { ColumnsItems } from './columns/column-menu.tsx'
import type { TableColumns } from './columns/use-table-columns.ts'
import { linesOf } from './whole-rows.ts'

type Props = {
  spot: Spot
  selection: Selection
  columns: TableColumns
  column: GridColumn | undefined
  row: LoadedRow | undefined
  isWritable: boolean
  /** Rows come and go only in tables that no transform makes. */
  canAdd: boolean
  onClose: () => void
  focusTarget: () => HTMLElement | null | undefined
  onDetails: () => void
  onAddRow: () => void
  onDuplicate: () => void
  onDelete: () => void
}

/** What can be done with the chosen cells and their rows. */
export function CellMenu({ spot, selection, columns, column, row, isWritable, canAdd, ...wishes }: Props) {
  const w = useWords(cellMenuWords)
  const { onClose, focusTarget } = wishes
  const lines = linesOf(selection).length
  /** As if the key had been pressed in the grid. */
  const press = (key: string, ctrlKey = false) => {
    const target = focusTarget()
    target?.focus()
    target?.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }))
  }
  const clipboard = (command: 'copy' | 'cut') => {
    focusTarget()?.focus()
    document.execCommand(command)
  }
  return (
    <Menu label={w.menu} at={spot} onClose={onClose} focusAfter={focusTarget}>
      <MenuItem keys="Ctrl C" onSelect={() => clipboard('copy')}>
        {w.copy}
      </MenuItem>
      {isWritable ? (
        <>
          <MenuItem keys="Ctrl X" onSelect={() => clipboard('cut')}>
            {w.cut}
          </MenuItem>
          <MenuItem keys="Ctrl V" onSelect={() => void pasteInto(focusTarget())}>
            {w.paste}
          </MenuItem>
          <MenuItem keys="Del" onSelect={() => press('Delete')}>
            {w.clear}
          </MenuItem>
          <MenuLine />
          <MenuItem keys="Ctrl D" onSelect={() => press('d', true)}>
            {w.fillDown}
          </MenuItem>
          <MenuItem keys="Ctrl R" onSelect={() => press('r', true)}>
            {w.fillRight}
          </MenuItem>
        </>
      ) : null}
      <MenuLine />
      <MenuItem icon="history" keys="Ctrl Enter" onSelect={wishes.onDetails}>
        {w.details}
      </MenuItem>
      {column && row && !column.masked ? (
        <MenuItem icon="filter" onSelect={() => columns.setCondition(column.name, onlyValueOf(column, row))}>
          {w.filterTo}
        </MenuItem>
      ) : null}
      {isWritable && canAdd ? (
        <>
          <MenuLine />
          <MenuItem icon="plus" onSelect={wishes.onAddRow}>
            {w.addRow}
          </MenuItem>
          <MenuItem onSelect={wishes.onDuplicate}>{w.duplicate(lines)}</MenuItem>
          <MenuItem isDangerous onSelect={wishes.onDelete}>
            {w.remove(lines)}
          </MenuItem>
          {column ? <ColumnsItems columns={columns} column={column} /> : null}
        </>
      ) : null}
    </Menu>
  )
}

const onlyValueOf = ({ name }: GridColumn, { cells }: LoadedRow) => ({
  column: name,
  op: 'in' as const,
  values: [cells[name] ?? null],
})

/** The text goes the way of a key: the grid hears a paste. */
async function pasteInto(target: HTMLElement | null | undefined) {
  try {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', await navigator.clipboard.readText())
    target?.focus()
    target?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  } catch {
    toast(wordsNow(cellMenuWords).pasteRefused, { isBad: true })
  }
}
