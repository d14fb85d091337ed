import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Asked } from '../../parts/answers/asked.tsx'
import { SelectField } from '../../parts/controls/field.tsx'
import { useRoleName } from '../../parts/values/role-words.ts'
import { client } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { EVERYBODY, type Governance } from './governance.ts'
import { rowPolicyWords } from './row-policy-words.ts'

/** How many rows a reader would see of each table that has a policy. */
export function RowsSeen({ workbookId, governance }: { workbookId: string; governance: Governance }) {
  const w = useWords(rowPolicyWords)
  const roleName = useRoleName()
  const [reader, setReader] = useState('role:viewer')
  const { data: shared } = useQuery({
    queryKey: keys.of(workbookId, 'members'),
    queryFn: () => client.api.listWorkbookMembers({ workbook_id: workbookId }),
  })
  const roles = governance.roles.filter((role) => role !== EVERYBODY)
  const readers = [
    ...(shared?.members ?? []).map(({ user_id, name, email }) => ({ value: `user:${user_id}`, name: name || email })),
    ...roles.map((role) => ({ value: `role:${role}`, name: w.role(roleName(role)) })),
  ]
  return (
    <section className="rows-seen" aria-label={w.seeing}>
      <h2>{w.seeing}</h2>
      <SelectField
        label={w.reader}
        options={readers}
        value={reader}
        onChange={(event) => setReader(event.target.value)}
      />
      <ul>
        {governance.row_policies.map(({ table, table_id }) => (
          <li key={table_id}>
            <strong>{table}</strong> <Seen workbookId={workbookId} table={table} reader={reader} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Seen({ workbookId, table, reader }: { workbookId: string; table: string; reader: string }) {
  const w = useWords(rowPolicyWords)
  const access = useQuery({
    queryKey: keys.of(workbookId, 'policies', 'access', table, reader),
    queryFn: () => {
      const [kind, name = ''] = reader.split(':')
      const asked = kind === 'role' ? { role: name } : { user_id: name }
      return client.api.readTableAccess({ workbook_id: workbookId, name: table, ...asked })
    },
  })
  return (
    <Asked query={access}>
      {({ rows, seen_rows }) => <span>{rows === 'closed' ? w.sees.closed : w.sees[rows](seen_rows ?? 0)}</span>}
    </Asked>
  )
}
