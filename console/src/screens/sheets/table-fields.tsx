import { useQuery } from '@tanstack/react-query'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { client } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import type { Block, TableView } from './sheet-spec.ts'
import { sheetsWords } from './sheets-words.ts'

type Props = { workbookId: string; block: TableView; tables: readonly string[]; onChange: (block: Block) => void }

const TOTALS = ['sum', 'avg', 'count', 'min', 'max'] as const

/** Which table, which of its columns and rows, in which order, with which totals. */
export function TableFields({ workbookId, block, tables, onChange }: Props) {
  const w = useWords(sheetsWords)
  const columns = useColumnNames(workbookId, block.table)
  const known = tables.includes(block.table) ? tables : [block.table, ...tables]
  return (
    <div className="table-fields">
      <SelectField
        label={w.table}
        value={block.table}
        options={known.map((value) => ({ value, name: value }))}
        onChange={({ target }) => onChange({ kind: 'table_view', table: target.value, limit: block.limit })}
      />
      <TextField
        key={`title ${block.title}`}
        label={w.caption}
        defaultValue={block.title ?? ''}
        onBlur={({ target }) => {
          if (target.value !== (block.title ?? '')) onChange({ ...block, title: target.value || null })
        }}
      />
      <TextField
        key={`filter ${block.filter}`}
        label={w.filter}
        hint={w.filterHint}
        defaultValue={block.filter ?? ''}
        onBlur={({ target }) => {
          if (target.value !== (block.filter ?? '')) onChange({ ...block, filter: target.value || null })
        }}
      />
      <OrderFields block={block} columns={columns} onChange={onChange} />
      <TextField
        key={`limit ${block.limit}`}
        label={w.limit}
        type="number"
        min={1}
        defaultValue={block.limit ?? ''}
        onBlur={({ target }) => {
          const limit = Number(target.value) || null
          if (limit !== (block.limit ?? null)) onChange({ ...block, limit })
        }}
      />
      <ColumnChoice block={block} columns={columns} onChange={onChange} />
    </div>
  )
}

type Choice = { block: TableView; columns: readonly string[]; onChange: (block: Block) => void }

function OrderFields({ block, columns, onChange }: Choice) {
  const w = useWords(sheetsWords)
  const [order] = block.order_by ?? []
  return (
    <>
      <SelectField
        label={w.order}
        value={order?.column ?? ''}
        options={[{ value: '', name: w.noOrder }, ...columns.map((value) => ({ value, name: value }))]}
        onChange={({ target }) => onChange({ ...block, order_by: target.value ? [{ column: target.value }] : null })}
      />
      {order ? (
        <SelectField
          label={w.direction}
          value={order.direction ?? 'asc'}
          options={[
            { value: 'asc', name: w.ascending },
            { value: 'desc', name: w.descending },
          ]}
          onChange={({ target }) =>
            onChange({ ...block, order_by: [{ ...order, direction: target.value === 'desc' ? 'desc' : 'asc' }] })
          }
        />
      ) : null}
    </>
  )
}

function useColumnNames(workbookId: string, table: string): readonly string[] {
  const { data } = useQuery({
    queryKey: keys.of(workbookId, 'tables', table, 'columns'),
    queryFn: ({ signal }) => client.api.readTable({ workbook_id: workbookId, name: table, signal }),
  })
  return data?.columns.map(({ name }) => name) ?? []
}

function ColumnChoice({ block, columns, onChange }: Choice) {
  const w = useWords(sheetsWords)
  const shown = block.columns ?? columns
  const show = (name: string, isShown: boolean) => {
    const chosen = columns.filter((column) => (column === name ? isShown : shown.includes(column)))
    onChange({ ...block, columns: chosen.length === columns.length ? null : chosen })
  }
  const total = (name: string, asked: string) => {
    const { [name]: _, ...others } = block.totals ?? {}
    const how = TOTALS.find((each) => each === asked)
    onChange({ ...block, totals: how ? { ...others, [name]: how } : others })
  }
  return (
    <details>
      <summary>{w.shownColumns}</summary>
      <ul className="column-choice">
        {columns.map((name) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                aria-label={w.showColumn(name)}
                checked={shown.includes(name)}
                onChange={({ target }) => show(name, target.checked)}
              />{' '}
              {name}
            </label>
            <select
              className="input"
              aria-label={w.totalOf(name)}
              value={block.totals?.[name] ?? 'none'}
              onChange={({ target }) => total(name, target.value)}
            >
              {(['none', ...TOTALS] as const).map((value) => (
                <option key={value} value={value}>
                  {w.totals[value]}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </details>
  )
}
