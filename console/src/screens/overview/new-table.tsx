import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { TextAreaField, TextField } from '../../parts/controls/field.tsx'
import { FormDialog } from '../../parts/overlays/form-dialog.tsx'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { overviewWords } from './overview-words.ts'

/** An empty table: its name and the names of its columns. Types are given where the columns are. */
export function NewTable() {
  const w = useWords(overviewWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="plus" onClick={() => setOpen(true)}>
        {w.newTable}
      </Button>
      {isOpen ? <NewTableDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function NewTableDialog({ onClose }: { onClose: () => void }) {
  const w = useWords(overviewWords)
  const workbookId = useWorkbookId()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [lines, setLines] = useState(w.firstColumns)
  const columns = lines.split('\n').flatMap((line) => (line.trim() === '' ? [] : [{ name: line.trim() }]))
  const create = useMutation({
    mutationFn: () => client.workbook(workbookId).createTable({ name: name.trim(), columns }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
      await navigate({
        to: '/w/$workbookId/tables/$tableName',
        params: { workbookId, tableName: name.trim() },
        search: {},
      })
    },
  })
  return (
    <FormDialog
      title={w.newTable}
      action={w.create}
      sending={{ ...create, mutate: () => create.mutate() }}
      isReady={name.trim() !== '' && columns.length > 0}
      onClose={onClose}
    >
      <TextField
        label={w.tableColumns.name}
        value={name}
        maxLength={200}
        onChange={({ target }) => setName(target.value)}
        autoFocus
      />
      <TextAreaField
        label={w.columnNames}
        hint={w.columnNamesHint}
        rows={6}
        value={lines}
        onChange={({ target }) => setLines(target.value)}
      />
    </FormDialog>
  )
}
