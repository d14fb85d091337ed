import { type FormEvent, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { ProblemNote } from '../../parts/problem-note.tsx'
import { ScrollFrame } from '../../parts/scroll-frame.tsx'
import { toast } from '../../parts/toasts.tsx'
import { useWords } from '../../words/words.ts'
import { EFFECTS, type Effect, effectOf, type Governance, setEffect, tagsIn } from './governance.ts'
import { governanceWords } from './governance-words.ts'

type Props = {
  workbookId: string
  governance: Governance
  roles: readonly string[]
  onAddRole: (role: string) => void
}

/** What each tag means for each role; a change holds at once. */
export function RuleGrid({ workbookId, governance, roles, onAddRole }: Props) {
  const w = useWords(governanceWords)
  const [refused, setRefused] = useState<unknown>(null)
  const tags = tagsIn(governance)
  const change = async (tag: string, role: string, effect: Effect) => {
    try {
      await setEffect(workbookId, tag, role, effect)
      setRefused(null)
      toast(w.changed)
    } catch (error) {
      setRefused(error)
    }
  }
  if (tags.length === 0) return <p className="soft">{w.rulesNone}</p>
  return (
    <>
      {refused ? <ProblemNote error={refused} /> : null}
      <ScrollFrame label={w.rules}>
        <table className="data-table rule-grid">
          <thead>
            <tr>
              <th scope="col">{w.tag}</th>
              {roles.map((role) => (
                <th key={role} scope="col">
                  {w.role(role)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tags.map((tag) => (
              <tr key={tag}>
                <th scope="row">
                  <span className="tag">{tag}</span>
                </th>
                {roles.map((role) => (
                  <td key={role}>
                    <EffectSelect
                      label={w.rule(tag, w.role(role))}
                      effect={effectOf(governance.policies, tag, role)}
                      onChange={(effect) => void change(tag, role, effect)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
      <AddRole onAdd={onAddRole} />
    </>
  )
}

type EffectProps = { label: string; effect: Effect; onChange: (effect: Effect) => void }

function EffectSelect({ label, effect, onChange }: EffectProps) {
  const w = useWords(governanceWords)
  return (
    <select
      className="input effect"
      data-effect={effect}
      aria-label={label}
      value={effect}
      onChange={(event) => {
        const chosen = EFFECTS.find((each) => each === event.target.value)
        if (chosen) onChange(chosen)
      }}
    >
      {EFFECTS.map((each) => (
        <option key={each} value={each}>
          {w.effects[each]}
        </option>
      ))}
    </select>
  )
}

function AddRole({ onAdd }: { onAdd: (role: string) => void }) {
  const w = useWords(governanceWords)
  const [role, setRole] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAdd(role)
    setRole('')
  }
  return (
    <form className="add-word" onSubmit={submit}>
      <input
        className="input"
        aria-label={w.addRole}
        placeholder={w.addRole}
        title={w.addRoleHint}
        pattern="[a-z][a-z0-9_\-]{0,59}"
        required
        value={role}
        onChange={(event) => setRole(event.target.value)}
      />
      <Button type="submit" icon="plus">
        {w.add}
      </Button>
    </form>
  )
}
