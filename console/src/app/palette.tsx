import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { helpfulList } from '../parts/answers/load.ts'
import { Icon } from '../parts/icon.tsx'
import { schemasQuery, tablesQuery, workbooksQuery } from '../service/workbooks.ts'
import { language } from '../words/language.ts'
import { useWords, words } from '../words/words.ts'
import { folded } from './folded.ts'
import { useKept } from './kept.ts'
import { recentTables } from './known-tables.ts'
import { theme } from './look.ts'
import { ACCOUNT_PLACES, navigationWords, WORKBOOK_PLACES } from './navigation.ts'
import { type Command, isPaletteOpen } from './palette-state.ts'
import './palette.css'

const paletteWords = words(
  {
    title: 'Search and commands',
    placeholder: 'A table, a column, a workbook, a screen, a command…',
    nothing: 'Nothing of that name.',
    workbook: 'Workbook',
    table: 'Table',
    columnOf: (table: string) => `Column of ${table}`,
    toJapanese: '日本語にする',
    toEnglish: 'Switch to English',
    light: 'Light appearance',
    dark: 'Dark appearance',
  },
  {
    title: '検索とコマンド',
    placeholder: '表、列、ワークブック、画面、コマンド…',
    nothing: '該当する項目がありません。',
    workbook: 'ワークブック',
    table: '表',
    columnOf: (table: string) => `${table} の列`,
    toJapanese: '日本語にする',
    toEnglish: 'English',
    light: 'ライトモードにする',
    dark: 'ダークモードにする',
  },
)

/** As many as anyone looks through; columns are not among those that stand there before a name is typed. */
const commandsFor = (commands: readonly Command[], typed: string) =>
  commands
    .filter(({ name, isDetail }) => (isDetail ? typed !== '' : true) && folded(name).includes(folded(typed)))
    .slice(0, MOST_SHOWN)

const MOST_SHOWN = 200

/** Everything that can be reached or done, by name. */
export function Palette({ workbookId }: { workbookId: string | undefined }) {
  const w = useWords(paletteWords)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const commands = useAllCommands(workbookId)
  const found = useMemo(() => commandsFor(commands, typed), [commands, typed])
  const chosen = found[Math.min(at, found.length - 1)]
  const run = (command: Command | undefined) => {
    isPaletteOpen.set(false)
    command?.run()
  }
  const pressed = (event: KeyboardEvent) => {
    // Enter and arrows belong to the input method while it composes.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') run(chosen)
    else if (event.key === 'ArrowDown') setAt((now) => Math.min(now + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setAt((now) => Math.max(now - 1, 0))
    else return
    event.preventDefault()
  }
  return (
    <dialog ref={dialog} className="palette" aria-label={w.title} onClose={() => isPaletteOpen.set(false)}>
      <input
        className="palette-input"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={chosen ? `${listId}-${chosen.id}` : undefined}
        aria-label={w.title}
        placeholder={w.placeholder}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={pressed}
      />
      <div id={listId} role="listbox" aria-label={w.title} className="palette-list">
        {found.map((command) => (
          <Choice
            key={command.id}
            id={`${listId}-${command.id}`}
            command={command}
            isChosen={command === chosen}
            onRun={() => run(command)}
          />
        ))}
      </div>
      {found.length === 0 ? <p className="palette-nothing soft">{w.nothing}</p> : null}
    </dialog>
  )
}

function Choice({
  id,
  command,
  isChosen,
  onRun,
}: {
  id: string
  command: Command
  isChosen: boolean
  onRun: () => void
}) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are read by the box that owns the list.
    <div ref={element} id={id} role="option" aria-selected={isChosen} tabIndex={-1} onClick={onRun}>
      <Icon name={command.icon} />
      <span>{command.name}</span>
      {command.hint ? <span className="soft">{command.hint}</span> : null}
    </div>
  )
}

function useAllCommands(workbookId: string | undefined): readonly Command[] {
  const w = useWords(paletteWords)
  const names = useWords(navigationWords)
  const navigate = useNavigate()
  const workbooks = helpfulList(useQuery(workbooksQuery))
  const { data: tables } = useQuery({ ...tablesQuery(workbookId ?? ''), enabled: workbookId !== undefined })
  const schemas = helpfulList(useQuery({ ...schemasQuery(workbookId ?? ''), enabled: workbookId !== undefined }))
  const recent = useKept(recentTables)
  return useMemo(() => {
    const places = [
      { to: '/', icon: 'home', name: 'home' } as const,
      ...(workbookId ? WORKBOOK_PLACES : []),
      ...ACCOUNT_PLACES,
    ]
    return [
      ...places.map(({ to, icon, name }) => ({
        id: to,
        icon,
        name: names[name],
        run: () => void navigate({ to, params: workbookId ? { workbookId } : {} }),
      })),
      ...(tables ?? []).map(({ name }) => ({
        id: `table ${name}`,
        icon: 'table' as const,
        name,
        hint: w.table,
        run: () =>
          void navigate({
            to: '/w/$workbookId/tables/$tableName',
            params: { workbookId: workbookId ?? '', tableName: name },
            search: {},
          }),
      })),
      ...schemas.flatMap(({ name: tableName, schema, state }) =>
        (state === 'active' ? (schema ?? []) : []).map((column) => ({
          isDetail: true,
          id: `column ${tableName} ${column.name}`,
          icon: 'table' as const,
          name: column.name,
          hint: w.columnOf(tableName),
          run: () =>
            void navigate({
              to: '/w/$workbookId/tables/$tableName',
              params: { workbookId: workbookId ?? '', tableName },
              search: {},
            }),
        })),
      ),
      ...recent
        .filter((table) => table.workbookId !== workbookId)
        .map(({ workbookId: its, workbook, table }) => ({
          id: `recent ${its} ${table}`,
          icon: 'history' as const,
          name: table,
          hint: workbook,
          run: () =>
            void navigate({
              to: '/w/$workbookId/tables/$tableName',
              params: { workbookId: its, tableName: table },
              search: {},
            }),
        })),
      ...workbooks.map(({ workbook_id, title }) => ({
        id: workbook_id,
        icon: 'book' as const,
        name: title,
        hint: w.workbook,
        run: () => void navigate({ to: '/w/$workbookId', params: { workbookId: workbook_id } }),
      })),
      { id: 'ja', icon: 'gear', name: w.toJapanese, run: () => language.set('ja') },
      { id: 'en', icon: 'gear', name: w.toEnglish, run: () => language.set('en') },
      { id: 'light', icon: 'sun', name: w.light, run: () => theme.set('light') },
      { id: 'dark', icon: 'sun', name: w.dark, run: () => theme.set('dark') },
    ]
  }, [workbooks, tables, schemas, recent, workbookId, names, w, navigate])
}
