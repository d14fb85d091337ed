import type { Wire } from '@bindery-data/sdk'
import { useQuery } from '@tanstack/react-query'
import { Asked } from '../../parts/answers/asked.tsx'
import { ScrollFrame } from '../../parts/scroll-frame.tsx'
import { useRoleName } from '../../parts/values/role-words.ts'
import { Value } from '../../parts/values/value.tsx'
import { client } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { labelOf } from './governance.ts'
import { governanceWords } from './governance-words.ts'
import type { LabelledTag } from './tag-for-label.ts'

type Access = Wire.Operations['readTableAccess']['answer']

const ROWS_SHOWN = 6

/** The first rows of a table, without what the user would not see. */
export function AsSeen({
  workbookId,
  table,
  access,
  known,
}: {
  workbookId: string
  table: string
  access: Access
  known: readonly LabelledTag[]
}) {
  const w = useWords(governanceWords)
  const roleName = useRoleName()
  const rows = useQuery({
    queryKey: keys.of(workbookId, 'rows', table, 'first', ROWS_SHOWN),
    queryFn: () => client.api.readTableRows({ workbook_id: workbookId, name: table, limit: ROWS_SHOWN }),
  })
  const shown = access.columns.filter(({ effect }) => effect !== 'deny')
  return (
    <Asked query={rows}>
      {({ rows: first, masked_columns: own }) => (
        <ScrollFrame label={table}>
          <table className="data-table">
            <thead>
              <tr>
                {shown.map(({ name, tags, effect, rule }) => (
                  <th key={name} scope="col">
                    {name}{' '}
                    {tags.length > 0 ? (
                      <span className="tag">{tags.map((tag) => labelOf(known, tag)).join(' ')}</span>
                    ) : null}
                    <span className="seen-why">
                      {effect === 'mask' && rule ? w.because(labelOf(known, rule.tag), roleName(rule.role)) : w.sees}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {first.map((row) => (
                <tr key={String(cellOf(row, '__svc_row_id'))}>
                  {shown.map(({ name, effect, mask_style }) => (
                    <td key={name} className={effect === 'mask' ? 'masked' : undefined}>
                      {effect === 'mask' ? (
                        w.effects[mask_style ?? 'null']
                      ) : (
                        <Value value={cellOf(row, name)} isMasked={own.includes(name)} />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      )}
    </Asked>
  )
}

const cellOf = (row: unknown, name: string): unknown =>
  typeof row === 'object' && row !== null ? Object.entries(row).find(([column]) => column === name)?.[1] : undefined
