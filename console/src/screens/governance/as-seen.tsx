import type { Wire } from '@bindery-data/sdk'
import { ScrollFrame } from '../../parts/scroll-frame.tsx'
import { useRoleName } from '../../parts/values/role-words.ts'
import { Value } from '../../parts/values/value.tsx'
import { useWords } from '../../words/words.ts'
import { labelOf } from './governance.ts'
import { governanceWords } from './governance-words.ts'
import type { LabelledTag } from './tag-for-label.ts'

export type TableAccess = Wire.Operations['readTableAccess']['answer']

/** The first rows of a table as the user sees them, without what the admin does not see. */
export function AsSeen({
  table,
  access,
  sample,
  known,
}: {
  table: string
  access: TableAccess
  sample: readonly Record<string, unknown>[]
  known: readonly LabelledTag[]
}) {
  const w = useWords(governanceWords)
  const roleName = useRoleName()
  const shown = access.columns.filter(({ effect }) => effect !== 'deny')
  return (
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
          {sample.map((row, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are a picture; their ids are not in it.
            <tr key={n}>
              {shown.map(({ name, effect, mask_style }) => (
                <td key={name} className={effect === 'mask' ? 'masked' : undefined}>
                  {effect === 'mask' ? (
                    w.effects[mask_style ?? 'null']
                  ) : (
                    // A column that the admin does not see is not among theirs.
                    <Value value={row[name]} isMasked={!Object.hasOwn(row, name)} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}
