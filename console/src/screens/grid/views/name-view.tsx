import type { Wire } from '@bindery-data/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkbookId } from '../../../app/workbook-frame.tsx'
import { TextField } from '../../../parts/controls/field.tsx'
import { FormDialog } from '../../../parts/overlays/form-dialog.tsx'
import { toast } from '../../../parts/overlays/toasts.tsx'
import { client } from '../../../service/client.ts'
import { useWords } from '../../../words/words.ts'
import { refreshViews } from './saved-views.ts'
import type { ViewBody } from './view-state.ts'
import { viewWords } from './view-words.ts'

type Props = {
  table: string
  /** The one that gets another name; a new one where there is none. */
  view: Wire.SavedView | undefined
  state: ViewBody
  onDone: (view: Wire.SavedView) => void
  onClose: () => void
}

export function NameView({ table, view, state, onDone, onClose }: Props) {
  const w = useWords(viewWords)
  const workbookId = useWorkbookId()
  const [name, setName] = useState(view?.name ?? '')
  const at = { workbook_id: workbookId }
  const sending = useMutation({
    mutationFn: () =>
      view
        ? client.api.changeSavedView({ ...at, view_id: view.view_id, body: { name: name.trim() } })
        : client.api.createSavedView({ ...at, body: { name: name.trim(), table, ...state } }),
    onSuccess: async (saved) => {
      await refreshViews(workbookId)
      toast(w.saved(saved.name))
      onDone(saved)
    },
  })
  return (
    <FormDialog
      title={view ? w.renameTitle : w.saveTitle}
      action={view ? w.renameDo : w.saveDo}
      sending={sending}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      {view ? null : <p className="soft">{w.saveText}</p>}
      <TextField label={w.name} value={name} autoFocus onChange={({ target }) => setName(target.value)} />
    </FormDialog>
  )
}
