import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkbookId } from '../../../app/workbook-frame.tsx'
import { SelectField, TextField } from '../../../parts/controls/field.tsx'
import type { GridColumn } from '../../../parts/grid/rows/read-page.ts'
import { Confirm } from '../../../parts/overlays/confirm.tsx'
import { FormDialog } from '../../../parts/overlays/form-dialog.tsx'
import { client } from '../../../service/client.ts'
import { keys, queries } from '../../../service/queries.ts'
import { useWords } from '../../../words/words.ts'
import { columnWords } from './column-words.ts'

type Props = { table: string; column: GridColumn; onClose: () => void; onChanged: () => void }

/** Sends a change of a column, and reads the table again. */
function useColumnChange({ onChanged, onClose }: Props, change: () => Promise<unknown>) {
  const workbookId = useWorkbookId()
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.of(workbookId, 'tables') })
      onChanged()
      onClose()
    },
  })
}

const usePlace = ({ table, column }: Props) => ({ workbook_id: useWorkbookId(), name: table, column: column.name })

export function RenameColumn(props: Props & { onRenamed: (name: string) => void }) {
  const w = useWords(columnWords)
  const place = usePlace(props)
  const [name, setName] = useState(props.column.name)
  const sending = useColumnChange(props, async () => {
    await client.api.alterTableColumn({ ...place, body: { expected_version: null, new_name: name } })
    props.onRenamed(name)
  })
  return (
    <FormDialog
      title={w.renameTitle(props.column.name)}
      action={w.renameDo}
      sending={{ ...sending, mutate: () => sending.mutate() }}
      isReady={name.trim() !== '' && name !== props.column.name}
      onClose={props.onClose}
    >
      <TextField
        label={w.name}
        value={name}
        maxLength={200}
        onChange={({ target }) => setName(target.value)}
        autoFocus
      />
    </FormDialog>
  )
}

export function RetypeColumn(props: Props) {
  const w = useWords(columnWords)
  const place = usePlace(props)
  const [type, setType] = useState(props.column.type)
  const sending = useColumnChange(props, () =>
    client.api.alterTableColumn({ ...place, body: { expected_version: null, type } }),
  )
  const known = Object.entries(w.types).map(([value, name]) => ({ value, name }))
  const isKnown = known.some(({ value }) => value === props.column.type)
  const options = isKnown ? known : [{ value: props.column.type, name: props.column.type }, ...known]
  return (
    <FormDialog
      title={w.retypeTitle(props.column.name)}
      action={w.retypeDo}
      sending={{ ...sending, mutate: () => sending.mutate() }}
      isReady={type !== props.column.type}
      onClose={props.onClose}
    >
      <SelectField
        label={w.type}
        hint={w.retypeHint}
        value={type}
        options={options}
        onChange={({ target }) => setType(target.value)}
        autoFocus
      />
    </FormDialog>
  )
}

export function DescribeColumn(props: Props) {
  const w = useWords(columnWords)
  const place = usePlace(props)
  const [description, setDescription] = useState(props.column.description ?? '')
  const sending = useColumnChange(props, () =>
    client.api.describeTableColumn({ ...place, body: { description: description.trim() || null } }),
  )
  return (
    <FormDialog
      title={w.describeTitle(props.column.name)}
      action={w.describeDo}
      sending={{ ...sending, mutate: () => sending.mutate() }}
      isReady={description !== (props.column.description ?? '')}
      onClose={props.onClose}
    >
      <TextField
        label={w.describe.replace('…', '')}
        hint={w.describeHint}
        value={description}
        maxLength={10_000}
        onChange={({ target }) => setDescription(target.value)}
        autoFocus
      />
    </FormDialog>
  )
}

export function AddColumn(props: Props & { onAdded: (name: string) => void }) {
  const w = useWords(columnWords)
  const workbookId = useWorkbookId()
  const [name, setName] = useState('')
  const [type, setType] = useState('VARCHAR')
  const sending = useColumnChange(props, async () => {
    const place = { workbook_id: workbookId, name: props.table }
    await client.api.addTableColumn({ ...place, body: { column: name, type, expected_version: null } })
    props.onAdded(name)
  })
  return (
    <FormDialog
      title={w.addTitle}
      action={w.addDo}
      sending={{ ...sending, mutate: () => sending.mutate() }}
      isReady={name.trim() !== ''}
      onClose={props.onClose}
    >
      <TextField
        label={w.name}
        value={name}
        maxLength={200}
        onChange={({ target }) => setName(target.value)}
        autoFocus
      />
      <SelectField
        label={w.type}
        value={type}
        options={Object.entries(w.types).map(([value, text]) => ({ value, name: text }))}
        onChange={({ target }) => setType(target.value)}
      />
    </FormDialog>
  )
}

export function DropColumn(props: Props & { onDropped: () => void }) {
  const w = useWords(columnWords)
  const place = usePlace(props)
  const workbookId = useWorkbookId()
  const drop = async () => {
    await client.api.dropTableColumn({ ...place, expected_version: 'null' })
    props.onDropped()
    await queries.invalidateQueries({ queryKey: keys.of(workbookId, 'tables') })
    props.onChanged()
  }
  return (
    <Confirm
      title={w.dropTitle(props.column.name)}
      text={w.dropText}
      name={w.dropDo}
      onConfirm={drop}
      onClose={props.onClose}
    />
  )
}
