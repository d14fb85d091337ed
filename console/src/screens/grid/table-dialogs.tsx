import type { Wire } from '@bindery-data/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { TextAreaField } from '../../parts/controls/field.tsx'
import { Confirm } from '../../parts/overlays/confirm.tsx'
import { FormDialog } from '../../parts/overlays/form-dialog.tsx'
import { RenameDialog } from '../../parts/overlays/rename-dialog.tsx'
import { toast, toastProblem } from '../../parts/overlays/toasts.tsx'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { tableWords } from './table-words.ts'

export type RequestedDialog = 'rename' | 'describe' | 'archive' | 'remove'

type Props = { table: Wire.Table; onClose: () => void }

/** Renaming, describing, archiving and deleting a table. */
export function TableDialog({ asked, ...props }: Props & { asked: RequestedDialog }) {
  switch (asked) {
    case 'rename':
      return <Rename {...props} />
    case 'describe':
      return <Describe {...props} />
    case 'archive':
      return <Archive {...props} />
    case 'remove':
      return <Remove {...props} />
  }
}

const renewTables = (workbookId: string) => queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })

function Rename({ table, onClose }: Props) {
  const w = useWords(tableWords)
  const workbookId = useWorkbookId()
  const navigate = useNavigate()
  return (
    <RenameDialog
      title={w.rename}
      label={w.tableName}
      name={table.name}
      maxLength={200}
      onRename={async (new_name) => {
        const body = { new_name, expected_version: table.edit_version }
        const renamed = await client.api.renameTable({ workbook_id: workbookId, name: table.name, body })
        const to = { workbookId, tableName: renamed.name }
        await navigate({ to: '/w/$workbookId/tables/$tableName', params: to, search: {}, replace: true })
        await renewTables(workbookId)
      }}
      onClose={onClose}
    />
  )
}

function Describe({ table, onClose }: Props) {
  const w = useWords(tableWords)
  const workbookId = useWorkbookId()
  const [text, setText] = useState(table.description ?? '')
  const sending = useMutation({
    mutationFn: () =>
      client.api.describeTable({ workbook_id: workbookId, name: table.name, body: { description: text.trim() } }),
    onSuccess: async () => {
      await renewTables(workbookId)
      onClose()
    },
  })
  return (
    <FormDialog
      title={w.describe}
      action={w.describeDo}
      sending={{ ...sending, mutate: () => sending.mutate() }}
      isReady={text.trim() !== (table.description ?? '')}
      onClose={onClose}
    >
      <TextAreaField
        label={w.description}
        rows={4}
        maxLength={2_000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  )
}

/** Where one is after the table is no longer among the others. */
function useLeave() {
  const workbookId = useWorkbookId()
  const navigate = useNavigate()
  return async () => {
    await navigate({ to: '/w/$workbookId', params: { workbookId } })
    await renewTables(workbookId)
  }
}

function Archive({ table: { name }, onClose }: Props) {
  const w = useWords(tableWords)
  const workbookId = useWorkbookId()
  const leave = useLeave()
  const at = { workbook_id: workbookId, name }
  const takeBack = async () => {
    await client.api.unarchiveTable({ ...at })
    await renewTables(workbookId)
  }
  return (
    <Confirm
      title={w.archiveTitle(name)}
      text={w.archiveText}
      name={w.archiveDo}
      onConfirm={async () => {
        await client.api.archiveTable(at)
        await leave()
        toast(w.archived(name), { action: { name: w.takeBack, run: () => void takeBack().catch(toastProblem) } })
      }}
      onClose={onClose}
    />
  )
}

function Remove({ table: { id, name, edit_version }, onClose }: Props) {
  const w = useWords(tableWords)
  const workbookId = useWorkbookId()
  const leave = useLeave()
  const takeBack = async () => {
    await client.api.restoreFromTrash({ id })
    await renewTables(workbookId)
  }
  return (
    <Confirm
      title={w.removeTitle(name)}
      text={w.removeText}
      name={w.removeDo}
      onConfirm={async () => {
        await client.workbook(workbookId).table(name).delete(edit_version)
        await leave()
        toast(w.removed(name), { action: { name: w.takeBack, run: () => void takeBack().catch(toastProblem) } })
      }}
      onClose={onClose}
    />
  )
}
