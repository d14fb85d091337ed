import { useId, useState } from 'react'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { Icon } from '../../parts/icon.tsx'
import { toast } from '../../parts/overlays/toasts.tsx'
import { ScrollFrame } from '../../parts/scroll-frame.tsx'
import { useRoleName } from '../../parts/values/role-words.ts'
import { useTypeName } from '../../parts/values/type-names.ts'
import { useWords } from '../../words/words.ts'
import { ColumnTags } from './column-tags.tsx'
import { EffectSelect } from './effect-select.tsx'
import {
  type Effect,
  type Governance,
  type GovernedColumn,
  type GovernedTable,
  isDecidedByShared,
  labelOf,
  setColumnEffect,
  shownAs,
  tagsIn,
} from './governance.ts'
import { governanceWords } from './governance-words.ts'
import type { LabelledTag } from './tag-for-label.ts'

type Props = { workbookId: string; governance: Governance; roles: readonly string[] }

/** What each role sees of each column. A cell is pressed to decide it for that column alone. */
export function ColumnMatrix({ workbookId, governance, roles }: Props) {
  const w = useWords(governanceWords)
  const roleName = useRoleName()
  const listId = useId()
  const [refused, setRefused] = useState<unknown>(null)
  const tables = governance.tables.filter(({ state }) => state === 'active')
  const known = tagsIn(governance)
  if (tables.length === 0) return <p className="soft">{w.noTables}</p>
  return (
    <>
      {refused ? <ProblemNote error={refused} /> : null}
      <p className="matrix-legend">
        <span className="seen">
          <span aria-hidden="true">●</span> {w.sees}
        </span>
        <span className="seen masked">{w.legendMasked}</span>
        <span className="seen denied">{w.legendDenied}</span>
      </p>
      <datalist id={listId}>
        {known.map((each) => (
          <option key={each.tag} value={shownAs(each)} />
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
                  {roleName(role)}
                </th>
              ))}
            </tr>
          </thead>
          {tables.map((table) => (
            <TableBody
              key={table.table}
              {...{ workbookId, governance, table, roles, known, listId }}
              onRefused={setRefused}
            />
          ))}
        </table>
      </ScrollFrame>
    </>
  )
}

type BodyProps = Props & {
  table: GovernedTable
  known: readonly LabelledTag[]
  listId: string
  onRefused: (error: unknown) => void
}

function TableBody({ workbookId, governance, table, roles, known, listId, onRefused }: BodyProps) {
  const typeName = useTypeName()
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
            {column.name} <span className="column-type">{typeName(column.type)}</span>
          </th>
          <td>
            <ColumnTags {...{ workbookId, column, known, listId, onRefused }} table={table.table} />
          </td>
          {roles.map((role) => (
            <Seen key={role} {...{ workbookId, governance, column, role, known, onRefused }} table={table.table} />
          ))}
        </tr>
      ))}
    </tbody>
  )
}

type MatrixCellProps = {
  workbookId: string
  governance: Governance
  table: string
  column: GovernedColumn
  role: string
  known: readonly LabelledTag[]
  onRefused: (error: unknown) => void
}

function Seen({ workbookId, governance, table, column, role, known, onRefused }: MatrixCellProps) {
  const w = useWords(governanceWords)
  const roleName = useRoleName()
  const [isChoosing, setChoosing] = useState(false)
  const hidden = column.hidden.find((each) => each.role === role)
  const effect = effectIn(hidden)
  const why = hidden?.rule ? w.because(labelOf(known, hidden.rule.tag), roleName(hidden.rule.role)) : undefined
  const look = effect === 'allow' ? 'seen' : effect === 'deny' ? 'seen denied' : 'seen masked'
  const change = async (chosen: Effect) => {
    setChoosing(false)
    try {
      await setColumnEffect(workbookId, governance, { table, column, role }, chosen)
      onRefused(null)
      toast(w.columnChanged(column.name, roleName(role), w.effects[chosen]))
    } catch (error) {
      onRefused(error)
    }
  }
  if (isDecidedByShared(governance, table, column, role))
    return (
      <td className={look} title={`${why ?? ''} · ${w.sharedRule}`}>
        {w.effects[effect]}
      </td>
    )
  return (
    <td className={look} title={why}>
      {isChoosing ? (
        <EffectSelect
          label={w.decide(column.name, roleName(role))}
          {...{ role, effect }}
          isOfColumn
          onChange={(chosen) => void change(chosen)}
          onLeave={() => setChoosing(false)}
        />
      ) : (
        <button
          type="button"
          className="seen-button"
          title={why ?? w.decide(column.name, roleName(role))}
          onClick={() => setChoosing(true)}
        >
          {effect === 'allow' ? (
            <>
              <span aria-hidden="true">●</span>
              <span className="unseen">{w.sees}</span>
            </>
          ) : (
            w.effects[effect]
          )}
          <span className="unseen"> {w.decide(column.name, roleName(role))}</span>
        </button>
      )}
    </td>
  )
}

function effectIn(hidden: GovernedColumn['hidden'][number] | undefined): Effect {
  if (!hidden || hidden.effect === 'allow') return 'allow'
  return hidden.effect === 'deny' ? 'deny' : (hidden.mask_style ?? 'null')
}
