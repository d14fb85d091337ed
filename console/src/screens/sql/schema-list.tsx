import type { Wire } from '@bindery-data/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { Asked } from '../../parts/answers/asked.tsx'
import { kindOf } from '../../parts/grid/cells/typed-text.ts'
import { useWords } from '../../words/words.ts'
import { quotedName } from './first-query.ts'
import { sqlWords } from './sql-words.ts'

/** What can be asked: the tables and their columns. Pressing a name puts it into the query. */
export function SchemaList({
  tables,
  onInsert,
}: {
  tables: UseQueryResult<Wire.Artifact[]>
  onInsert: (name: string) => void
}) {
  const w = useWords(sqlWords)
  return (
    <nav className="schema-list" aria-label={w.tables}>
      <h2>{w.tables}</h2>
      <Asked query={tables}>{(all) => <Tables all={all} onInsert={onInsert} />}</Asked>
    </nav>
  )
}

function Tables({ all, onInsert }: { all: readonly Wire.Artifact[]; onInsert: (name: string) => void }) {
  const w = useWords(sqlWords)
  return (
    <>
      {all.length === 0 ? <p className="soft">{w.noTables}</p> : null}
      <ul>
        {all.map((table) => (
          <li key={table.id}>
            <details>
              <summary>
                {table.name} {table.state === 'archived' ? <span className="soft">{w.archived}</span> : null}
              </summary>
              <ul>
                <li>
                  <NameButton name={table.name} about="" onInsert={onInsert} />
                </li>
                {(table.schema ?? []).map(({ name, type, masked }) => (
                  <li key={name} className={masked ? 'masked' : undefined}>
                    <NameButton name={name} about={type} isNumber={kindOf(type) === 'number'} onInsert={onInsert} />
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </>
  )
}

type NameProps = { name: string; about: string; isNumber?: boolean; onInsert: (name: string) => void }

function NameButton({ name, about, onInsert }: NameProps) {
  const w = useWords(sqlWords)
  return (
    <button type="button" className="schema-name" title={w.insert(name)} onClick={() => onInsert(quotedName(name))}>
      <span>{about === '' ? quotedName(name) : name}</span>
      <span className="soft">{about}</span>
    </button>
  )
}
