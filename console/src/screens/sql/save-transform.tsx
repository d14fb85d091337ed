import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { TextField } from '../../parts/controls/field.tsx'
import { FormDialog } from '../../parts/overlays/form-dialog.tsx'
import { toast } from '../../parts/overlays/toasts.tsx'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { sqlWords } from './sql-words.ts'
import { toTemplate } from './to-template.ts'

/** Keeps a query as a transform, and its answer as a table that can be recomputed. */
export function SaveTransform({
  sql,
  tables,
  onClose,
}: {
  sql: string
  tables: readonly string[]
  onClose: () => void
}) {
  const w = useWords(sqlWords)
  const workbookId = useWorkbookId()
  const navigate = useNavigate()
  const formId = useId()
  const [name, setName] = useState('')
  const [template] = useState(() => toTemplate(sql, tables))
  const [code, setCode] = useState(template.code)
  const saving = useMutation({
    mutationFn: () => client.workbook(workbookId).createTransform({ name, code, args: template.args }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
      const open = () =>
        void navigate({ to: '/w/$workbookId/tables/$tableName', params: { workbookId, tableName: name }, search: {} })
      toast(w.saved(name), { action: { name: w.open, run: open } })
      onClose()
    },
  })
  return (
    <FormDialog
      title={w.saveTitle}
      action={w.saveNow}
      className="save-transform"
      width="large"
      sending={saving}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      <p>{w.saveText}</p>
      <TextField label={w.name} value={name} maxLength={200} onChange={({ target }) => setName(target.value)} />
      <div className="field">
        <label htmlFor={`${formId}-code`}>{w.code}</label>
        <textarea
          id={`${formId}-code`}
          className="input code"
          rows={8}
          spellCheck={false}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      </div>
      <Inputs args={template.args} />
    </FormDialog>
  )
}

function Inputs({ args }: { args: Record<string, string> }) {
  const w = useWords(sqlWords)
  const inputs = Object.entries(args)
  if (inputs.length === 0) return <p className="soft">{w.inputsNone}</p>
  return (
    <dl className="inputs">
      {inputs.map(([arg, table]) => (
        <div key={arg}>
          <dt>
            <code>{`{{ ${arg} }}`}</code>
          </dt>
          <dd>{table}</dd>
        </div>
      ))}
    </dl>
  )
}
