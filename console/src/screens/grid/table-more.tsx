import type { Wire } from '@bindery-data/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { IconButton } from '../../parts/controls/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Menu, MenuItem, MenuLine, MenuLink, type Spot, spotOf } from '../../parts/overlays/menu.tsx'
import { useWords } from '../../words/words.ts'
import { rulesWords } from '../rules/rules-words.ts'
import { type RequestedDialog, TableDialog } from './table-dialogs.tsx'
import { tableWords } from './table-words.ts'

/** Pages about the table that are opened seldom; beside the others they would begin a second line. */
export function TableMore({ table, isWritable }: { table: Wire.Table; isWritable: boolean }) {
  const w = useWords(tableWords)
  const rules = useWords(rulesWords)
  const workbookId = useWorkbookId()
  const [spot, setSpot] = useState<Spot | null>(null)
  const [asked, setAsked] = useState<RequestedDialog | null>(null)
  return (
    <>
      <IconButton
        icon="more"
        className="desk-only"
        name={w.more}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setSpot(spotOf(currentTarget))}
      />
      {spot ? (
        <Menu label={w.more} at={spot} onClose={() => setSpot(null)}>
          <MenuLink>
            <Link to="/w/$workbookId/tables/$tableName/rules" params={{ workbookId, tableName: table.name }}>
              <Icon name="check" />
              <span className="menu-text">{rules.open}</span>
            </Link>
          </MenuLink>
          <MenuLink>
            <Link to="/w/$workbookId/lineage" params={{ workbookId }} search={{ table: table.name }}>
              <Icon name="lineage" />
              <span className="menu-text">{w.lineage}</span>
            </Link>
          </MenuLink>
          {isWritable ? (
            <>
              <MenuLine />
              <MenuItem onSelect={() => setAsked('rename')}>{w.rename}</MenuItem>
              <MenuItem onSelect={() => setAsked('describe')}>{w.describe}</MenuItem>
              <MenuItem onSelect={() => setAsked('archive')}>{w.archive}</MenuItem>
              <MenuItem isDangerous onSelect={() => setAsked('remove')}>
                {w.deleteTable}
              </MenuItem>
            </>
          ) : null}
        </Menu>
      ) : null}
      {asked ? <TableDialog table={table} asked={asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}
