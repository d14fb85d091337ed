import { Link } from '@tanstack/react-router'
import { useWorkbookId } from '../../../app/workbook-frame.tsx'
import { type CellKind, kindOf } from '../../../parts/grid/cells/typed-text.ts'
import { moveByOne } from '../../../parts/grid/columns/column-layout.ts'
import type { GridColumn } from '../../../parts/grid/rows/read-page.ts'
import { Icon } from '../../../parts/icon.tsx'
import { Menu, MenuItem, MenuLine, MenuLink, type Spot } from '../../../parts/overlays/menu.tsx'
import { useWords } from '../../../words/words.ts'
import { hasFormats } from './column-formats.ts'
import { columnWords } from './column-words.ts'
import type { TableColumns } from './use-table-columns.ts'

type Props = {
  columns: TableColumns
  column: string
  spot: Spot
  isWritable: boolean
  /** Not in a derived table: its transform says which columns it has. */
  canAdd: boolean
  onClose: () => void
  focusAfter: () => HTMLElement | null | undefined
}

type Sorting = 'text' | 'number' | 'date'

function sortingOf(kind: CellKind): Sorting {
  if (kind === 'number') return 'number'
  return kind === 'date' || kind === 'timestamp' ? 'date' : 'text'
}

/** What can be done with a column, from its header. */
export function ColumnMenu({ columns, column: name, spot, isWritable, canAdd, onClose, focusAfter }: Props) {
  const w = useWords(columnWords)
  const workbookId = useWorkbookId()
  const { all, shown, layout, search } = columns
  const column = all.find((each) => each.name === name)
  if (!column) return null
  const sorting = sortingOf(kindOf(column.type))
  const isOrdered = search.order?.column === name
  const isFiltered = search.filter?.some((condition) => condition.column === name)
  const at = shown.findIndex((each) => each.name === name)
  return (
    <Menu label={w.menu(name)} at={spot} onClose={onClose} focusAfter={focusAfter}>
      <MenuItem icon="up" onSelect={() => columns.sort({ column: name, isDescending: false })}>
        {w.sortUp[sorting]}
      </MenuItem>
      <MenuItem icon="down" onSelect={() => columns.sort({ column: name, isDescending: true })}>
        {w.sortDown[sorting]}
      </MenuItem>
      {isOrdered ? <MenuItem onSelect={() => columns.sort(undefined)}>{w.sortOff}</MenuItem> : null}
      {column.masked ? null : (
        <>
          <MenuLine />
          <MenuItem icon="filter" onSelect={() => columns.open({ kind: 'filter', column: name, spot })}>
            {w.filter}
          </MenuItem>
        </>
      )}
      {isFiltered ? <MenuItem onSelect={() => columns.setCondition(name, null)}>{w.filterOff}</MenuItem> : null}
      <MenuLine />
      <MenuItem onSelect={() => columns.change({ ...layout, frozen: at + 1 })} isDisabled={at + 1 === layout.frozen}>
        {w.freeze}
      </MenuItem>
      {layout.frozen > 0 ? (
        <MenuItem onSelect={() => columns.change({ ...layout, frozen: 0 })}>{w.unfreeze}</MenuItem>
      ) : null}
      <MenuItem isDisabled={shown.length < 2} onSelect={() => columns.hide(name)}>
        {w.hide}
      </MenuItem>
      <MenuItem onSelect={() => columns.fit(name)}>{w.fit}</MenuItem>
      <MenuItem isDisabled={!moveByOne(all, layout, name, -1)} onSelect={() => columns.step(name, -1)}>
        {w.moveLeft}
      </MenuItem>
      <MenuItem isDisabled={!moveByOne(all, layout, name, 1)} onSelect={() => columns.step(name, 1)}>
        {w.moveRight}
      </MenuItem>
      <MenuLine />
      {isWritable && !column.masked ? (
        <>
          {hasFormats(kindOf(column.type)) ? (
            <MenuItem onSelect={() => columns.open({ kind: 'format', column: name, spot })}>{w.format}</MenuItem>
          ) : null}
          <MenuItem onSelect={() => columns.open({ kind: 'rename', column: name })}>{w.rename}</MenuItem>
          <MenuItem onSelect={() => columns.open({ kind: 'retype', column: name })}>{w.retype}</MenuItem>
          <MenuItem onSelect={() => columns.open({ kind: 'describe', column: name })}>{w.describe}</MenuItem>
        </>
      ) : null}
      <MenuLink>
        <Link to="/w/$workbookId/governance" params={{ workbookId }}>
          <Icon name="shield" />
          <span className="menu-text">{w.policies}</span>
        </Link>
      </MenuLink>
      {isWritable && canAdd ? <ColumnsItems columns={columns} column={column} /> : null}
    </Menu>
  )
}

/** Columns beside this one, and its end. */
export function ColumnsItems({ columns, column: { name, masked } }: { columns: TableColumns; column: GridColumn }) {
  const w = useWords(columnWords)
  return (
    <>
      <MenuLine />
      <MenuItem icon="plus" onSelect={() => columns.open({ kind: 'add', column: name, side: 'left' })}>
        {w.addLeft}
      </MenuItem>
      <MenuItem icon="plus" onSelect={() => columns.open({ kind: 'add', column: name, side: 'right' })}>
        {w.addRight}
      </MenuItem>
      {masked || columns.all.length < 2 ? null : (
        <MenuItem isDangerous onSelect={() => columns.open({ kind: 'drop', column: name })}>
          {w.drop}
        </MenuItem>
      )}
    </>
  )
}
