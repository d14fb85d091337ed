import { useId, useState } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { ProblemNote } from '../../parts/problem-note.tsx'
import { ScrollFrame } from '../../parts/scroll-frame.tsx'
import { useWords } from '../../words/words.ts'
import { ColumnTags } from './column-tags.tsx'
import { type Governance, type GovernedColumn, type GovernedTable, tagsIn } from './governance.ts'
import { governanceWords } from './governance-words.ts'

type Props = { workbookId: string; governance: Governance; roles: readonly string[] }

/** What each role sees of each column. */
export function ColumnMatrix({ workbookId, governance, roles }: Props) {
  const w = useWords(governanceWords)
  const known = useId()
  const [refused, setRefused] = useState<unknown>(null)
  const tables = governance.tables.filter(({ state }) => state === 'active')
  if (tables.length === 0) return <p className="soft">{w.noTables}</p>
  return (
    <>
      {refused ? <ProblemNote error={refused} /> : null}
      <datalist id={known}>
        {tagsIn(governance).map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <ScrollFrame label={w.matrix} className="matrix-frame">
        <table className="data-table column-matrix">
          <thead>
            <tr>
              <th scope="col">{w.column}</th>
              <th scope="col">{w.tags}</th>
              {roles.map((role) => (
                <th key={role} scope="col">
                  {w.role(role)}
                </th>
              ))}
            </tr>
          </thead>
          {tables.map((table) => (
            <TableBody key={table.table} {...{ workbookId, table, roles, known }} onRefused={setRefused} />
          ))}
        </table>
      </ScrollFrame>
    </>
  )
}

type BodyProps = {
  workbookId: string
  table: GovernedTable
  roles: readonly string[]
  known: string
  onRefused: (error: unknown) => void
}

function TableBody({ workbookId, table, roles, known, onRefused }: BodyProps) {
  return (
    <tbody>
      <tr className="matrix-table">
        <th scope="rowgroup" colSpan={roles.length + 2}>
          <Icon name="table" /> {table.table}
        </th>
      </tr>
      {table.columns.map((column) => (
        <tr key={column.name}>
          <th scope="row">
            {column.name} <span className="column-type">{column.type}</span>
          </th>
          <td>
            <ColumnTags {...{ workbookId, column, known, onRefused }} table={table.table} />
          </td>
          {roles.map((role) => (
            <Seen key={role} column={column} role={role} />
          ))}
        </tr>
      ))}
    </tbody>
  )
}

function Seen({ column, role }: { column: GovernedColumn; role: string }) {
  const w = useWords(governanceWords)
  const hidden = column.hidden.find((each) => each.role === role)
  if (!hidden || hidden.effect === 'allow')
    return (
      <td className="seen">
        <span className="unseen">{w.sees}</span>
        <span aria-hidden="true">●</span>
      </td>
    )
  const why = hidden.rule ? w.because(hidden.rule.tag, w.role(hidden.rule.role)) : undefined
  if (hidden.effect === 'deny')
    return (
      <td className="seen denied" title={why}>
        {w.denied}
      </td>
    )
  return (
    <td className="seen masked" title={why}>
      {w.effects[hidden.mask_style ?? 'null']}
    </td>
  )
}
