import type { Wire } from '@bindery-data/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useWorkbookId } from '../../../app/workbook-frame.tsx'
import { Asked } from '../../../parts/answers/asked.tsx'
import { Menu, MenuItem, MenuLine, type Spot } from '../../../parts/overlays/menu.tsx'
import { toast } from '../../../parts/overlays/toasts.tsx'
import { useWords } from '../../../words/words.ts'
import type { GridSearch } from '../grid-search.ts'
import { searchOfView } from './view-state.ts'
import { viewWords } from './view-words.ts'

/** What a dialog is opened for. */
export type ViewDialog = 'save' | 'rename' | 'remove'

type Props = {
  spot: Spot
  views: UseQueryResult<Wire.SavedView[]>
  view: Wire.SavedView | undefined
  isWritable: boolean
  onShow: (search: GridSearch) => void
  onAsk: (asked: ViewDialog) => void
  onClose: () => void
}

/** The views of a table, and what can be done with the one at hand. */
export function ViewMenu({ spot, views, view, isWritable, onShow, onAsk, onClose }: Props) {
  const w = useWords(viewWords)
  const copy = useCopiedAddress()
  const checked = (isChosen: boolean) => (isChosen ? { icon: 'check' as const } : {})
  return (
    <Menu label={w.views} at={spot} onClose={onClose}>
      <MenuItem onSelect={() => onShow({})} {...checked(view === undefined)}>
        {w.none}
      </MenuItem>
      <Asked query={views}>
        {(all) =>
          all.map((each) => (
            <MenuItem key={each.view_id} onSelect={() => onShow(searchOfView(each))} {...checked(each === view)}>
              {each.name}
            </MenuItem>
          ))
        }
      </Asked>
      <MenuLine />
      {isWritable ? (
        <MenuItem icon="plus" onSelect={() => onAsk('save')}>
          {w.saveNew}
        </MenuItem>
      ) : null}
      {view ? (
        <MenuItem icon="link" onSelect={() => void copy(view)}>
          {w.copy}
        </MenuItem>
      ) : null}
      {view && isWritable ? (
        <>
          <MenuItem onSelect={() => onAsk('rename')}>{w.rename}</MenuItem>
          <MenuItem isDangerous onSelect={() => onAsk('remove')}>
            {w.remove}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  )
}

function useCopiedAddress() {
  const w = useWords(viewWords)
  const workbookId = useWorkbookId()
  const router = useRouter()
  return async ({ view_id: viewId }: Wire.SavedView) => {
    const { href } = router.buildLocation({ to: '/w/$workbookId/views/$viewId', params: { workbookId, viewId } })
    try {
      await navigator.clipboard.writeText(new URL(href, location.href).href)
      toast(w.copied)
    } catch {
      toast(w.refused, { isBad: true })
    }
  }
}
