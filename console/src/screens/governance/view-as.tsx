import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Asked } from '../../parts/answers/asked.tsx'
import { Badge } from '../../parts/badge.tsx'
import { useRoleName } from '../../parts/values/role-words.ts'
import { client } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { AsSeen, type TableAccess } from './as-seen.tsx'
import { type Governance, tagsIn } from './governance.ts'
import { governanceWords } from './governance-words.ts'
import type { LabelledTag } from './tag-for-label.ts'

const ROWS_SHOWN = 6

/** `role:viewer` or `user:usr_…`. */
type Viewer = `${'role' | 'user'}:${string}`

/** A look through the eyes of a role or a member. */
export function ViewAs({ workbookId, governance }: { workbookId: string; governance: Governance }) {
  const w = useWords(governanceWords)
  const roleName = useRoleName()
  const tables = governance.tables.filter(({ state }) => state === 'active').map(({ table }) => table)
  const [table, setTable] = useState(tables[0] ?? '')
  const [viewer, setViewer] = useState<Viewer>('role:viewer')
  const { data: shared } = useQuery({
    queryKey: keys.of(workbookId, 'members'),
    queryFn: () => client.api.listWorkbookMembers({ workbook_id: workbookId }),
  })
  if (tables.length === 0) return <p className="soft">{w.noTables}</p>
  const roles = governance.roles.map((role) => ({ value: `role:${role}`, name: roleName(role) }))
  const people = shared?.members.map(({ user_id, name, email }) => ({ value: `user:${user_id}`, name: name || email }))
  const who = [...roles, ...(people ?? [])].find(({ value }) => value === viewer)?.name ?? ''
  return (
    <>
      <p className="soft">{w.viewAsLead}</p>
      <div className="view-bar">
        <label>
          {w.table}
          <select className="input" value={table} onChange={(event) => setTable(event.target.value)}>
            {tables.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          {w.viewer}
          <select
            className="input"
            value={viewer}
            onChange={(event) => {
              // Safe: the options are made with this beginning.
              setViewer(event.target.value as Viewer)
            }}
          >
            <Options name={w.roles} options={roles} />
            <Options name={w.people} options={people ?? []} />
          </select>
        </label>
      </div>
      <Access workbookId={workbookId} table={table} viewer={viewer} who={who} known={tagsIn(governance)} />
    </>
  )
}

const Options = ({ name, options }: { name: string; options: readonly { value: string; name: string }[] }) =>
  options.length === 0 ? null : (
    <optgroup label={name}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </optgroup>
  )

type AccessProps = {
  workbookId: string
  table: string
  viewer: Viewer
  who: string
  known: readonly LabelledTag[]
}

function Access({ workbookId, table, viewer, who, known }: AccessProps) {
  const w = useWords(governanceWords)
  const access = useQuery({
    queryKey: keys.of(workbookId, 'policies', 'access', table, viewer, ROWS_SHOWN),
    queryFn: () => {
      const [kind, name = ''] = viewer.split(':')
      const asked = kind === 'role' ? { role: name } : { user_id: name }
      return client.api.readTableAccess({ workbook_id: workbookId, name: table, sample: ROWS_SHOWN, ...asked })
    },
  })
  return (
    <Asked query={access}>
      {(seen) => (
        <section className="as-seen" aria-label={w.asSeen(table, who)}>
          <header>
            <h2>{w.asSeen(table, who)}</h2>
            <Badge tone={seen.export ? 'plain' : 'bad'}>{seen.export ? w.exports.yes : w.exports.no}</Badge>
            <Badge tone={seen.raw_preview ? 'plain' : 'bad'}>{seen.raw_preview ? w.files.yes : w.files.no}</Badge>
          </header>
          <Rows table={table} access={seen} known={known} />
          {seen.denied_count > 0 ? <p className="soft">{w.hiddenColumns(seen.denied_count)}</p> : null}
        </section>
      )}
    </Asked>
  )
}

/** Rows that the user sees, and no others: where they are not known, why. */
function Rows({ table, access, known }: Pick<AccessProps, 'table' | 'known'> & { access: TableAccess }) {
  const w = useWords(governanceWords)
  const { rows, rows_depend_on_user: dependsOnUser, sample, seen_rows: count } = access
  if (rows === 'closed') return <p>{w.hiddenRows.closed}</p>
  if (dependsOnUser) return <p className="not-shown">{w.choosePerson}</p>
  return (
    <>
      {rows === 'some' ? <p>{w.hiddenRows.some(count ?? 0)}</p> : null}
      {sample === null ? (
        <p className="not-shown">{w.rowsNotShown}</p>
      ) : (
        <AsSeen table={table} access={access} sample={sample} known={known} />
      )}
    </>
  )
}
