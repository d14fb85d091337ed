import { useRef } from 'react'
import { Button, IconButton } from '../../../parts/controls/button.tsx'
import { SelectField, TextField } from '../../../parts/controls/field.tsx'
import { useRoleName } from '../../../parts/values/role-words.ts'
import { useWords } from '../../../words/words.ts'
import { BASE_ROLES, type GroupRow, newRow, type RowFault } from './group-draft.ts'
import { groupsWords } from './groups-words.ts'

const MOST_GROUPS = 200
const MOST_LENGTH = 200

type Props = {
  rows: readonly GroupRow[]
  faults: ReadonlyMap<string, RowFault>
  /** An empty name is no fault before it was to be saved. */
  isTried: boolean
  onChange: (rows: readonly GroupRow[]) => void
}

export function GroupRows({ rows, faults, isTried, onChange }: Props) {
  const w = useWords(groupsWords)
  const roleName = useRoleName()
  const list = useRef<HTMLUListElement>(null)
  const adder = useRef<HTMLDivElement>(null)
  const change = (key: string, part: Partial<GroupRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const add = () => {
    onChange([...rows, newRow()])
    // After it is drawn.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  const remove = (key: string) => {
    onChange(rows.filter((row) => row.key !== key))
    adder.current?.querySelector('button')?.focus()
  }
  const faultOf = (key: string) => {
    const fault = faults.get(key)
    return fault && (fault !== 'empty' || isTried) ? w[fault] : null
  }
  return (
    <>
      {rows.length === 0 ? (
        <p className="soft company-text">{w.none}</p>
      ) : (
        <ul className="group-rows" ref={list}>
          {rows.map(({ key, group, base_role, custom }, n) => (
            <li key={key}>
              <fieldset>
                <legend className="unseen">{w.row(n + 1)}</legend>
                <TextField
                  label={w.group}
                  error={faultOf(key)}
                  maxLength={MOST_LENGTH}
                  value={group}
                  onChange={(event) => change(key, { group: event.target.value })}
                />
                <SelectField
                  label={w.role}
                  value={base_role}
                  onChange={({ target }) =>
                    change(key, { base_role: BASE_ROLES.find((each) => each === target.value) ?? 'viewer' })
                  }
                  options={BASE_ROLES.map((value) => ({ value, name: roleName(value) }))}
                />
                <TextField
                  label={w.custom}
                  placeholder={w.customHint}
                  autoCapitalize="none"
                  spellCheck={false}
                  value={custom}
                  onChange={(event) => change(key, { custom: event.target.value })}
                />
                <IconButton icon="close" name={w.removeRow(group || w.row(n + 1))} onClick={() => remove(key)} />
              </fieldset>
            </li>
          ))}
        </ul>
      )}
      <div ref={adder}>
        <Button icon="plus" disabled={rows.length >= MOST_GROUPS} onClick={add}>
          {w.add}
        </Button>
      </div>
    </>
  )
}
