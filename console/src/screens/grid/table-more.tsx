import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { IconButton } from '../../parts/controls/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Menu, MenuLink, type Spot, spotOf } from '../../parts/overlays/menu.tsx'
import { useWords } from '../../words/words.ts'
import { rulesWords } from '../rules/rules-words.ts'
import { tableWords } from './table-words.ts'

/** Pages about the table that are opened seldom; beside the others they would begin a second line. */
export function TableMore({ table }: { table: string }) {
  const w = useWords(tableWords)
  const rules = useWords(rulesWords)
  const workbookId = useWorkbookId()
  const [spot, setSpot] = useState<Spot | null>(null)
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
            <Link to="/w/$workbookId/tables/$tableName/rules" params={{ workbookId, tableName: table }}>
              <Icon name="check" />
              <span className="menu-text">{rules.open}</span>
            </Link>
          </MenuLink>
          <MenuLink>
            <Link to="/w/$workbookId/lineage" params={{ workbookId }} search={{ table }}>
              <Icon name="lineage" />
              <span className="menu-text">{w.lineage}</span>
            </Link>
          </MenuLink>
        </Menu>
      ) : null}
    </>
  )
}
