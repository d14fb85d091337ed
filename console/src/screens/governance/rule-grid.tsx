import { type FormEvent, useState } from 'react'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { toast } from '../../parts/overlays/toasts.tsx'
import { ScrollFrame } from '../../parts/scroll-frame.tsx'
import { useRoleName } from '../../parts/values/role-words.ts'
import { useWords } from '../../words/words.ts'
import { EffectSelect } from './effect-select.tsx'
import { type Effect, effectOf, type Governance, setEffect, shownAs, tagsIn } from './governance.ts'
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
  const roleName = useRoleName()
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
                  {roleName(role)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tags.map((named) => (
              <tr key={named.tag}>
                <th scope="row">
                  <span className="tag" title={named.label === null ? undefined : named.tag}>
                    {shownAs(named)}
                  </span>
                </th>
                {roles.map((role) => (
                  <td key={role}>
                    <EffectSelect
                      label={w.rule(shownAs(named), roleName(role))}
                      role={role}
                      effect={effectOf(governance.policies, named.tag, role)}
                      onChange={(effect) => void change(named.tag, role, effect)}
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
