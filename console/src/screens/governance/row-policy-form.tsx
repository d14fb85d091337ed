import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { SelectField } from '../../parts/controls/field.tsx'
import { Tabs } from '../../parts/controls/tabs.tsx'
import { toast } from '../../parts/overlays/toasts.tsx'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import type { Governance, RowPolicy } from './governance.ts'
import { ConditionParts } from './row-conditions.tsx'
import { type MappingDraft, MappingFields } from './row-mapping.tsx'
import { rowPolicyWords } from './row-policy-words.ts'
import { attributesIn, type Drawn, isWhole, predicateOf } from './row-predicate.ts'

type Props = {
  workbookId: string
  governance: Governance
  /** Null: a new one. */
  policy: RowPolicy | null
  onClose: () => void
}

function WrittenPredicate({ written, onChange }: { written: string; onChange: (written: string) => void }) {
  const w = useWords(rowPolicyWords)
  const id = useId()
  return (
    <div className="field row-predicate-written">
      <label htmlFor={id}>{w.predicate}</label>
      <textarea
        id={id}
        className="input"
        rows={3}
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        value={written}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="field-hint" id={`${id}-hint`}>
        {w.predicateHint(ABOUT_READER)}
      </p>
    </div>
  )
}

/** A new policy is picked together; one that is there is changed as it is written. */
export function RowPolicyForm({ workbookId, governance, policy, onClose }: Props) {
  const w = useWords(rowPolicyWords)
  const tables = governance.tables.filter(({ state }) => state === 'active')
  const taken = new Set(governance.row_policies.map(({ table }) => table))
  const offered = policy ? [policy.table] : tables.map(({ table }) => table).filter((table) => !taken.has(table))
  const [table, setTable] = useState(offered[0] ?? '')
  const columns = tables.find((each) => each.table === table)?.columns ?? []
  const [way, setWay] = useState<'pick' | 'write'>(policy ? 'write' : 'pick')
  const [drawn, setDrawn] = useState<Drawn>({ parts: [newPart(columns[0]?.name)], isAny: false, admitsAdmins: true })
  const [written, setWritten] = useState(policy?.predicate ?? '')
  const [mapping, setMapping] = useState<MappingDraft | null>(policy?.mapping ?? null)
  const [mayWriteUnseen, setMayWriteUnseen] = useState(policy?.may_write_unseen ?? false)
  const typeOf = (name: string) => columns.find((column) => column.name === name)?.type ?? 'VARCHAR'
  const predicate = way === 'pick' ? predicateOf(drawn, typeOf) : written
  const attributes = attributesIn(predicate)
  const isReady = table !== '' && (way === 'pick' ? isWhole(drawn) : written.trim() !== '')
  const save = useMutation({
    mutationFn: () => {
      const chosen = mapping && attributes.length > 0 ? { mapping: mappingOf(mapping, attributes) } : {}
      return client.workbook(workbookId).setRowPolicy(table, { predicate, may_write_unseen: mayWriteUnseen, ...chosen })
    },
    onSuccess: async () => {
      toast(w.saved(table))
      await queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const ways = [
    { key: 'pick', name: w.pick },
    { key: 'write', name: w.write },
  ] as const
  return (
    <form className="row-policy-form" aria-label={policy ? w.change(policy.table) : w.add} onSubmit={submit}>
      <SelectField
        label={w.table}
        options={offered.map((name) => ({ value: name, name }))}
        value={table}
        disabled={policy !== null}
        onChange={(event) => {
          setTable(event.target.value)
          const first = tables.find((each) => each.table === event.target.value)?.columns[0]?.name
          setDrawn({ ...drawn, parts: [newPart(first)] })
        }}
      />
      <Tabs
        label={w.how}
        tabs={ways}
        chosen={way}
        onChoose={(chosen) => {
          if (chosen === 'write' && written === '') setWritten(predicate)
          setWay(chosen)
        }}
      />
      {way === 'pick' ? (
        <>
          <ConditionParts columns={columns.map(({ name }) => name)} drawn={drawn} onChange={setDrawn} />
          <code className="row-predicate-shown">{predicate}</code>
        </>
      ) : (
        <WrittenPredicate written={written} onChange={setWritten} />
      )}
      {attributes.length > 0 ? (
        <MappingFields
          tables={tables.filter((each) => each.table !== table)}
          attributes={attributes}
          mapping={mapping}
          onChange={setMapping}
        />
      ) : null}
      <label className="row-admins">
        <input type="checkbox" checked={mayWriteUnseen} onChange={(event) => setMayWriteUnseen(event.target.checked)} />
        <span>
          {w.writeUnseen}
          <span className="field-hint">{w.writeUnseenHint}</span>
        </span>
      </label>
      {save.error ? <ProblemNote error={save.error} /> : null}
      <div className="row-form-actions">
        <Button look="main" type="submit" isBusy={save.isPending} disabled={!isReady}>
          {w.save}
        </Button>
        <Button onClick={onClose}>{w.cancel}</Button>
      </div>
    </form>
  )
}

const ABOUT_READER = 'user.email, user.roles, user.attributes.…'

/** Of the attributes that the condition names, and no others. */
const mappingOf = ({ table, email, attributes: columns }: MappingDraft, attributes: readonly string[]) => ({
  table,
  email,
  attributes: Object.fromEntries(attributes.map((name) => [name, columns[name] ?? ''])),
})

export const newPart = (column = '') => ({ column, comparison: '=', against: 'roles', text: '' }) as const
