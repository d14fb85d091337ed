import type { Wire } from '@bindery-data/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { IconButton } from '../../parts/controls/button.tsx'
import { Confirm } from '../../parts/overlays/confirm.tsx'
import { Menu, MenuItem, type Spot, spotOf } from '../../parts/overlays/menu.tsx'
import { RenameDialog } from '../../parts/overlays/rename-dialog.tsx'
import { toast, toastProblem } from '../../parts/overlays/toasts.tsx'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { overviewWords } from './overview-words.ts'

type Workbook = Pick<Wire.Workbook, 'workbook_id' | 'title' | 'role'>

/** Renaming a workbook, and deleting it. A viewer may do neither. */
export function WorkbookMenu({ workbook }: { workbook: Workbook }) {
  const w = useWords(overviewWords)
  const navigate = useNavigate()
  const [spot, setSpot] = useState<Spot | null>(null)
  const [asked, setAsked] = useState<'rename' | 'remove' | null>(null)
  const { workbook_id, title, role } = workbook
  if (role === 'viewer') return null
  const renew = async () => {
    await queries.invalidateQueries({ queryKey: keys.workbooks() })
    await queries.invalidateQueries({ queryKey: keys.workbook(workbook_id), exact: true })
  }
  const takeBack = async () => {
    await client.api.restoreFromTrash({ id: workbook_id })
    await renew()
  }
  return (
    <>
      <IconButton
        icon="more"
        name={w.more(title)}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setSpot(spotOf(currentTarget))}
      />
      {spot ? (
        <Menu label={w.more(title)} at={spot} onClose={() => setSpot(null)}>
          <MenuItem onSelect={() => setAsked('rename')}>{w.rename}</MenuItem>
          {role === 'owner' ? (
            <MenuItem isDangerous onSelect={() => setAsked('remove')}>
              {w.remove}
            </MenuItem>
          ) : null}
        </Menu>
      ) : null}
      {asked === 'rename' ? (
        <RenameDialog
          title={w.rename}
          label={w.title}
          name={title}
          maxLength={200}
          onRename={async (next) => {
            await client.api.changeWorkbook({ workbook_id, body: { title: next } })
            await renew()
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === 'remove' ? (
        <Confirm
          title={w.removeTitle(title)}
          text={w.removeText}
          name={w.removeDo}
          onConfirm={async () => {
            await client.workbook(workbook_id).delete()
            await navigate({ to: '/' })
            await queries.invalidateQueries({ queryKey: keys.workbooks() })
            toast(w.removed(title), { action: { name: w.takeBack, run: () => void takeBack().catch(toastProblem) } })
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  )
}
