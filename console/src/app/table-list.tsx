import type { Wire } from '@bindery-data/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ProblemLine } from '../parts/answers/problem-line.tsx'
import { Icon } from '../parts/icon.tsx'
import { partsWords } from '../parts/parts-words.ts'
import { tablesQuery, workbookQuery } from '../service/workbooks.ts'
import { useWords } from '../words/words.ts'
import { folded } from './folded.ts'
import { useKept } from './kept.ts'
import {
  favouriteTables,
  isFavourite,
  type KnownTable,
  recentTables,
  toggleFavourite,
  useRemembered,
} from './known-tables.ts'
import { shellWords } from './shell-words.ts'

/** From here on a list wants a search. */
const MANY = 8

type Summary = Wire.TableSummary

/** The tables of the workbook one is in: favourites first, each with its kind and whether it needs an update. */
export function TableList({ workbookId }: { workbookId: string }) {
  const w = useWords(shellWords)
  const [typed, setTyped] = useState('')
  const { data: workbook } = useQuery(workbookQuery(workbookId))
  const { data: tables, error } = useQuery(tablesQuery(workbookId))
  const favourites = useKept(favouriteTables)
  const { tableName } = useParams({ strict: false })
  const known = (table: string): KnownTable => ({ workbookId, workbook: workbook?.title ?? '', table })
  useRemembered(tableName === undefined || !workbook ? null : known(tableName))
  if (error && !tables) return <ProblemLine error={error} />
  if (!tables || tables.length === 0) return null
  const found = tables.filter(({ name }) => folded(name).includes(folded(typed)))
  const chosen = found.filter(({ name }) => isFavourite(favourites, known(name)))
  const others = found.filter((table) => !chosen.includes(table))
  return (
    <section className="table-list" aria-label={w.tables} style={{ minHeight: roomFor(tables.length) }}>
      <h2>{w.tables}</h2>
      {tables.length >= MANY ? (
        <input
          className="input"
          type="search"
          aria-label={w.findTable}
          placeholder={w.findTable}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      ) : null}
      {found.length === 0 ? <p className="soft">{w.noTable}</p> : null}
      <ul>
        {[...chosen, ...others].map((table) => (
          <TableItem
            key={table.name}
            table={table}
            known={known(table.name)}
            isChosen={isFavourite(favourites, known(table.name))}
          />
        ))}
      </ul>
    </section>
  )
}

/** A few tables stay in sight however low the window is; the rest is scrolled to. */
const roomFor = (tables: number) => Math.min(tables, 4) * 29 + (tables >= MANY ? 60 : 26)

type ItemProps = { table: Summary; known: KnownTable; isChosen: boolean }

function TableItem({ table: { name, layer, stale }, known, isChosen }: ItemProps) {
  const w = useWords(shellWords)
  const parts = useWords(partsWords)
  const about = stale ? `${w.kinds[layer]} · ${parts.stale}` : w.kinds[layer]
  return (
    <li className={isChosen ? 'favourite' : undefined}>
      <Link
        to="/w/$workbookId/tables/$tableName"
        params={{ workbookId: known.workbookId, tableName: name }}
        search={{}}
        className="place"
        title={`${name} · ${about}`}
      >
        <Icon name={ICONS[layer]} />
        <span>{name}</span>
        {stale ? (
          <small className="stale-mark">
            <Icon name="warning" />
            <span className="unseen">{parts.stale}</span>
          </small>
        ) : null}
      </Link>
      <button
        type="button"
        className="star"
        aria-pressed={isChosen}
        aria-label={w.favourite(name)}
        title={w.favourite(name)}
        onClick={() => toggleFavourite(known)}
      >
        <span aria-hidden="true">{isChosen ? '★' : '☆'}</span>
      </button>
    </li>
  )
}

const ICONS = { raw: 'sheet', base: 'table', derived: 'lineage' } as const

/** Tables of any workbook, where one is in none: what was chosen, and what was opened last. */
export function KnownTables() {
  const w = useWords(shellWords)
  const favourites = useKept(favouriteTables)
  const recent = useKept(recentTables).filter((table) => !isFavourite(favourites, table))
  return (
    <>
      <Known title={w.favourites} tables={favourites} />
      <Known title={w.recent} tables={recent} />
    </>
  )
}

function Known({ title, tables }: { title: string; tables: readonly KnownTable[] }) {
  if (tables.length === 0) return null
  return (
    <section className="table-list" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {tables.map(({ workbookId, workbook, table }) => (
          <li key={`${workbookId} ${table}`}>
            <Link
              to="/w/$workbookId/tables/$tableName"
              params={{ workbookId, tableName: table }}
              search={{}}
              className="place"
              title={`${table} · ${workbook}`}
            >
              <Icon name="table" />
              <span>
                {table} <small className="soft">{workbook}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
