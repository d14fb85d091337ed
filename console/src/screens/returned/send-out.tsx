import { useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Asked } from '../../parts/answers/asked.tsx'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { SelectField } from '../../parts/controls/field.tsx'
import { Dialog } from '../../parts/overlays/dialog.tsx'
import { toast } from '../../parts/overlays/toasts.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { tablesQuery } from '../../service/workbooks.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { returnedWords } from './returned-words.ts'

/** Makes a file of tables that can come back, or one for each value of a column. */
export function SendOut({ workbookId, onClose }: { workbookId: string; onClose: () => void }) {
  const w = useWords(returnedWords)
  const { number } = useFormats()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [splitBy, setSplitBy] = useState('')
  const tables = useQuery(tablesQuery(workbookId))
  const columns = useColumns(workbookId, chosen)
  const split = columns.includes(splitBy) ? { split_by: splitBy } : { record_branch: true }
  const send = useMutation({
    mutationFn: async () => {
      const file = await client.workbook(workbookId).export({ tables: [...chosen], format: 'xlsx', ...split })
      await saveFile(file)
      return file.filename
    },
    onSuccess: async (filename) => {
      await queries.invalidateQueries({ queryKey: keys.of(workbookId, 'branches') })
      toast(w.sent(filename))
      onClose()
    },
  })
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name])
  const actions = (
    <>
      <Button onClick={onClose}>{w.cancel}</Button>
      <Button look="main" disabled={chosen.length === 0} isBusy={send.isPending} onClick={() => send.mutate()}>
        {w.sendNow(chosen.length)}
      </Button>
    </>
  )
  return (
    <Dialog title={w.sendTitle} onClose={onClose} actions={actions}>
      <p className="soft">{w.sendHint}</p>
      <Asked query={tables}>
        {(all) => {
          const mergeable = all.filter(({ layer, type }) => layer !== 'derived' && type === 'table')
          if (mergeable.length === 0) return <p>{w.sendNone}</p>
          return (
            <fieldset className="send-tables">
              <legend>{w.sendWhich}</legend>
              {mergeable.map(({ name, row_count }) => (
                <label key={name}>
                  <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
                  <span>{name}</span>
                  <span className="soft number">{row_count === null ? '' : number(row_count)}</span>
                </label>
              ))}
            </fieldset>
          )
        }}
      </Asked>
      {columns.length > 0 ? (
        <SelectField
          label={w.splitBy}
          hint={w.splitHint}
          value={splitBy}
          onChange={(event) => setSplitBy(event.target.value)}
          options={[{ value: '', name: w.splitNot }, ...columns.map((name) => ({ value: name, name }))]}
        />
      ) : null}
      {send.error ? <ProblemNote error={send.error} /> : null}
    </Dialog>
  )
}

/** Names of columns that the chosen tables have and whose values are shown. */
function useColumns(workbookId: string, tables: readonly string[]): string[] {
  const read = useQueries({
    queries: tables.map((name) => ({
      queryKey: keys.of(workbookId, 'tables', name, 'columns'),
      queryFn: () => client.api.readTable({ workbook_id: workbookId, name }),
    })),
  })
  const names = read.flatMap(({ data }) => data?.columns.filter(({ masked }) => !masked).map(({ name }) => name) ?? [])
  return [...new Set(names)]
}
