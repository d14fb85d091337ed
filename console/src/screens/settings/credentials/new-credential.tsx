import type { Wire } from '@bindery-data/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { ProblemNote } from '../../../parts/answers/problem-note.tsx'
import { Button } from '../../../parts/controls/button.tsx'
import { TextField } from '../../../parts/controls/field.tsx'
import { Dialog } from '../../../parts/overlays/dialog.tsx'
import { queries } from '../../../service/queries.ts'
import { useWords } from '../../../words/words.ts'
import { credentialsWords } from './credentials-words.ts'
import { SecretOnce } from './secret-once.tsx'

export type Scope = Wire.Token['scopes'][number]

type Props = {
  title: string
  first: readonly Scope[]
  queryKey: readonly unknown[]
  /** Makes it and gives its secret. */
  mint: (name: string, scopes: Scope[]) => Promise<string>
  onClose: () => void
  /** What else it takes. */
  children: ReactNode
}

/** Makes a token or a key, and shows its secret once. */
export function NewCredential({ title, first, queryKey, mint, onClose, children }: Props) {
  const w = useWords(credentialsWords)
  const form = useId()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState(first)
  const make = useMutation({
    mutationFn: () => mint(name.trim(), [...scopes]),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  })
  if (make.data !== undefined) return <SecretOnce secret={make.data} onClose={onClose} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  const actions = (
    <>
      <Button onClick={onClose}>{w.cancel}</Button>
      <Button
        look="main"
        type="submit"
        form={form}
        isBusy={make.isPending}
        disabled={name.trim() === '' || scopes.length === 0}
      >
        {w.create}
      </Button>
    </>
  )
  return (
    <Dialog title={title} onClose={onClose} actions={actions}>
      <form id={form} className="settings-form" onSubmit={submit}>
        <TextField
          label={w.name}
          hint={w.nameHint}
          required
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {children}
        <ScopeChoice scopes={scopes} onChange={setScopes} />
      </form>
      {make.error ? <ProblemNote error={make.error} /> : null}
    </Dialog>
  )
}

type ChoiceProps = { scopes: readonly Scope[]; onChange: (scopes: readonly Scope[]) => void }

function ScopeChoice({ scopes, onChange }: ChoiceProps) {
  const w = useWords(credentialsWords)
  // Safe: the words name every scope, and nothing else.
  const names = Object.entries(w.scopeNames) as [Scope, string][]
  return (
    <fieldset className="scope-choice">
      <legend>{w.scopes}</legend>
      {names.map(([scope, name]) => (
        <label key={scope}>
          <input
            type="checkbox"
            checked={scopes.includes(scope)}
            onChange={() =>
              onChange(scopes.includes(scope) ? scopes.filter((each) => each !== scope) : [...scopes, scope])
            }
          />
          <span>{name}</span> <code>{scope}</code>
        </label>
      ))}
    </fieldset>
  )
}
