import { useState } from 'react'
import { Button } from '../../../parts/controls/button.tsx'
import { Menu, MenuItem, MenuLine, type Spot, spotOf } from '../../../parts/overlays/menu.tsx'
import { useWords } from '../../../words/words.ts'
import { columnWords } from './column-words.ts'
import type { TableColumns } from './use-table-columns.ts'

/** How many columns are hidden, and the way back to them. */
export function HiddenColumns({ columns: { hidden, reveal } }: { columns: TableColumns }) {
  const w = useWords(columnWords)
  const [spot, setSpot] = useState<Spot | null>(null)
  if (hidden.length === 0) return null
  return (
    <>
      <Button look="quiet" aria-haspopup="menu" onClick={({ currentTarget }) => setSpot(spotOf(currentTarget))}>
        {w.hidden(hidden.length)}
      </Button>
      {spot ? (
        <Menu label={w.hidden(hidden.length)} at={spot} onClose={() => setSpot(null)}>
          {hidden.map(({ name }) => (
            <MenuItem key={name} icon="plus" onSelect={() => reveal([name])}>
              {name}
            </MenuItem>
          ))}
          <MenuLine />
          <MenuItem onSelect={() => reveal(hidden.map(({ name }) => name))}>{w.showAll}</MenuItem>
        </Menu>
      ) : null}
    </>
  )
}
