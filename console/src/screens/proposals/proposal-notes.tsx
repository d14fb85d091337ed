import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../parts/icon.tsx'
import type { ProposalDetail } from '../../service/proposals.ts'
import { useWords } from '../../words/words.ts'
import { proposalsWords } from './proposals-words.ts'

const MOST_SHOWN = 20

/** What a reviewer has to know first: what clashes, what breaks a rule, what is hidden. */
export function ProposalNotes({ proposal }: { proposal: ProposalDetail }) {
  const w = useWords(proposalsWords)
  const { state, tables, violations } = proposal
  if (state !== 'open') return null
  const broken = violations ?? []
  return (
    <>
      {tables.map(({ table_id, table, conflict_count, edit_version, base_version }) =>
        conflict_count > 0 ? (
          <Note key={table_id} tone="stale" icon="conflict">
            <p>{w.clashes(conflict_count, table)}</p>
          </Note>
        ) : edit_version !== base_version ? (
          <Note key={table_id} tone="plain" icon="history">
            <p>{w.moved(table)}</p>
          </Note>
        ) : null,
      )}
      {tables.some(({ partial }) => partial) ? (
        <Note tone="plain" icon="shield">
          <p>{w.partial}</p>
        </Note>
      ) : null}
      {broken.length > 0 ? (
        <Note tone="bad" icon="warning">
          <p>{w.broken(broken.length)}</p>
          <ul>
            {broken.slice(0, MOST_SHOWN).map(({ table, row_id, message }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is shown as it came, and several may be alike.
              <li key={n}>
                {table}, {row_id === null ? w.newRow : w.rowNumber(row_id)}: {message}
              </li>
            ))}
          </ul>
        </Note>
      ) : null}
    </>
  )
}

function Note({ tone, icon, children }: { tone: 'plain' | 'stale' | 'bad'; icon: IconName; children: ReactNode }) {
  return (
    <div className={`proposal-note ${tone}`}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  )
}
