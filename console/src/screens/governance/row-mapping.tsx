import { SelectField } from '../../parts/controls/field.tsx'
import { useWords } from '../../words/words.ts'
import type { GovernedTable } from './governance.ts'
import { rowPolicyWords } from './row-policy-words.ts'

export type MappingDraft = { table: string; email: string; attributes: Record<string, string> }

type Props = {
  tables: readonly GovernedTable[]
  /** Those that the condition names. */
  attributes: readonly string[]
  mapping: MappingDraft | null
  onChange: (mapping: MappingDraft | null) => void
}

/** Where the attributes of readers stand: with the members, or in a table. */
export function MappingFields({ tables, attributes, mapping, onChange }: Props) {
  const w = useWords(rowPolicyWords)
  const choose = (table: string) => {
    const columns = tables.find((each) => each.table === table)?.columns ?? []
    const [first, second] = columns.map(({ name }) => name)
    const values = Object.fromEntries(attributes.map((name) => [name, second ?? first ?? '']))
    onChange({ table, email: first ?? '', attributes: values })
  }
  const columns = (tables.find((each) => each.table === mapping?.table)?.columns ?? []).map(({ name }) => ({
    value: name,
    name,
  }))
  return (
    <div className="row-mapping">
      <SelectField
        label={w.from}
        options={[
          { value: 'members', name: w.fromMembers },
          ...(tables.length > 0 ? [{ value: 'table', name: w.fromTable }] : []),
        ]}
        value={mapping ? 'table' : 'members'}
        onChange={(event) => (event.target.value === 'table' ? choose(tables[0]?.table ?? '') : onChange(null))}
      />
      {mapping ? (
        <>
          <SelectField
            label={w.mappingTable}
            hint={w.mappingHint}
            options={tables.map(({ table }) => ({ value: table, name: table }))}
            value={mapping.table}
            onChange={(event) => choose(event.target.value)}
          />
          <SelectField
            label={w.mappingEmail}
            options={columns}
            value={mapping.email}
            onChange={(event) => onChange({ ...mapping, email: event.target.value })}
          />
          {attributes.map((name) => (
            <SelectField
              key={name}
              label={w.mappingValues(name)}
              options={columns}
              value={mapping.attributes[name] ?? ''}
              onChange={(event) =>
                onChange({ ...mapping, attributes: { ...mapping.attributes, [name]: event.target.value } })
              }
            />
          ))}
        </>
      ) : null}
    </div>
  )
}
