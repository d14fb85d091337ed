import type { Wire } from '@bindery-data/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Asked } from '../../parts/answers/asked.tsx'
import { oneCell, type Selection, type TypedCell } from '../../parts/grid/cells/cell-range.ts'
import type { LoadedRow } from '../../parts/grid/rows/read-page.ts'
import { NEW_ROW } from '../../parts/grid/rows/row-pages.ts'
import type { GridHandle } from '../../parts/grid/use-grid.ts'
import { type Spot, spotOf } from '../../parts/overlays/menu.tsx'
import { Page } from '../../parts/page.tsx'
import { client, prompt } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'
import { useAnnouncedVersion } from '../../service/table-versions.ts'
import { workbookQuery } from '../../service/workbooks.ts'
import { useWords } from '../../words/words.ts'
import { TableRows } from './cards/table-rows.tsx'
import { CellMenu } from './cell-menu.tsx'
import { HiddenColumns } from './columns/hidden-columns.tsx'
import { OpenedColumn } from './columns/opened-column.tsx'
import { useCellNotes, useColumnFormats, useFormattedColumns, useNotedColumns } from './columns/use-column-formats.ts'
import { useTableColumns } from './columns/use-table-columns.ts'
import { CommentsPanel } from './comments/comments-panel.tsx'
import { useComments } from './comments/use-comments.ts'
import { CopyLink } from './copy-link.tsx'
import { OpenCells } from './edits/open-cells.tsx'
import { usePasteQuestion } from './edits/paste-question.tsx'
import { useTableEdits } from './edits/use-table-edits.ts'
import { FilterBar } from './filter/filter-bar.tsx'
import { FindBar, FindButton } from './filter/find-bar.tsx'
import type { GridSearch } from './grid-search.ts'
import { NoRows } from './no-rows.tsx'
import { QuarantineBar } from './quarantine-bar.tsx'
import { RowPanel } from './row-panel/row-panel.tsx'
import { StatusBar } from './status-bar.tsx'
import { TableActions } from './table-actions.tsx'
import { TableState } from './table-state.tsx'
import { tableWords } from './table-words.ts'
import { useTablePages } from './use-table-pages.ts'
import { ViewBar } from './views/view-bar.tsx'
import { deleteRows, duplicateRows } from './whole-rows.ts'
import './grid-screen.css'

/** A table: its rows to look at, to write in, to order and to choose from. */
export function GridScreen() {
  const workbookId = useWorkbookId()
  const { tableName } = useParams({ from: '/w/$workbookId/tables/$tableName' })
  const table = useQuery({
    queryKey: keys.of(workbookId, 'tables', tableName),
    queryFn: ({ signal }) => client.workbook(workbookId).table(tableName).read({ signal }),
  })
  return <Asked query={table}>{(found) => <OpenTable key={found.id} table={found} />}</Asked>
}

function OpenTable({ table }: { table: Wire.Table }) {
  const w = useWords(tableWords)
  const workbookId = useWorkbookId()
  const workbook = useMemo(() => prompt.workbook(workbookId), [workbookId])
  const search = useSearch({ from: '/w/$workbookId/tables/$tableName' })
  const navigate = useNavigate({ from: '/w/$workbookId/tables/$tableName' })
  const pages = useTablePages(workbook, table.name, table.columns, search)
  useSyncExternalStore(pages.listen, pages.stamp)
  const show = (next: GridSearch) => void navigate({ search: next, replace: true })
  const own = useColumnFormats(table.name)
  const noted = useNotedColumns(table.name, pages.held()?.columns ?? table.columns)
  const noteOf = useCellNotes(table.name)
  const all = useFormattedColumns(noted, own, search.formats)
  const columns = useTableColumns(table.id, all, pages, search, show)
  const { edits, stamp, signOf, waitingIn, write } = useTableEdits(workbook, table.name, columns.shown, pages)
  const pasting = usePasteQuestion(columns, (cells, among) => void write(cells, among))
  const isWritable = useQuery(workbookQuery(workbookId)).data?.role !== 'viewer'
  const grid = useRef<GridHandle>(null)
  const [selection, setSelection] = useState<Selection>(() => oneCell({ row: 0, column: 0 }))
  const [panel, setPanel] = useState<'row' | 'comments' | null>(search.comment === undefined ? null : 'comments')
  const comments = useComments(table.name)
  const [isFinding, setFinding] = useState(false)
  const [menu, setMenu] = useState<Spot | null>(null)
  const canAdd = table.layer !== 'derived'

  const newestVersion = Math.max(table.edit_version, useAnnouncedVersion(table.id))
  useEffect(() => pages.announce(newestVersion), [newestVersion, pages])

  const rowCount = pages.held()?.rowCount ?? table.row_count ?? 0
  const head = { row: Math.min(selection.head.row, rowCount - 1), column: selection.head.column }
  const column = columns.shown[head.column]?.name
  const addRow = async () => {
    await edits.perform(() => workbook.table(table.name).write({ rows: [{}], expected_version: null, mode: 'insert' }))
    grid.current?.goTo({ row: rowCount, column: 0 })
  }
  const writeField = (name: string, text: string, row: LoadedRow) => {
    const place = { row: head.row, column: columns.all.findIndex((each) => each.name === name) }
    void write([{ ...place, text, seen: { state: 'loaded', row } }], columns.all)
  }
  const rows = { workbook, table: table.name, pages, edits }
  const focusTarget = () => grid.current?.focusTarget()
  const closePanel = () => {
    setPanel(null)
    focusTarget()?.focus()
  }
  /** Where a column stands among those that are shown; the chosen one where none is named. */
  const placeOf = (name: string | null) => {
    const place = columns.shown.findIndex((each) => each.name === name)
    return place < 0 ? head.column : place
  }
  const onKey = (event: KeyboardEvent) => {
    const isMenuKey = event.altKey && event.key === 'ArrowDown'
    const isFindKey = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f' && !event.shiftKey
    if (isMenuKey && column && event.target instanceof Element)
      columns.open({ kind: 'menu', column, spot: spotOf(event.target) })
    const isRowKey = (event.ctrlKey || event.metaKey) && event.key === 'Enter'
    if (isFindKey) setFinding(true)
    if (isRowKey) setPanel('row')
    return isMenuKey || isFindKey || isRowKey
  }
  return (
    <Page
      title={table.name}
      isWide
      about={<TableState table={table} rowCount={rowCount} isFiltered={Boolean(search.filter)} />}
      actions={
        <TableActions
          table={table}
          shown={columns.shown.map(({ name }) => name)}
          edits={edits}
          panel={panel}
          comments={comments.threads.length}
          onPanel={(wanted) => setPanel(panel === wanted ? null : wanted)}
          onAddRow={addRow}
        />
      }
    >
      <div className={panel ? 'grid-screen with-history' : 'grid-screen'}>
        <FilterBar
          columns={columns.all}
          conditions={search.filter ?? []}
          column={column}
          onChange={(filter) => show({ ...search, filter: filter.length > 0 ? filter : undefined })}
          lead={<ViewBar table={table.name} columns={columns} isWritable={isWritable} onShow={show} />}
          onEdit={(name, spot) => columns.open({ kind: 'filter', column: name, spot })}
        >
          <HiddenColumns columns={columns} />
          <CopyLink table={table.name} search={search} layout={columns.layout} />
          {isFinding ? null : <FindButton onClick={() => setFinding(true)} />}
        </FilterBar>
        {isFinding ? (
          <FindBar
            table={table.name}
            columns={columns.all}
            shown={columns.shown}
            search={search}
            line={Math.max(0, head.row)}
            onFound={(place) => grid.current?.show(place)}
            onClose={() => {
              setFinding(false)
              focusTarget()?.focus()
            }}
          />
        ) : null}
        <QuarantineBar table={table} isWritable={isWritable} />
        <div className="grid-place">
          {rowCount === 0 ? (
            <NoRows
              isFiltered={Boolean(search.filter)}
              onPaste={isWritable ? (cells) => void write(cells.map((cell) => ({ ...cell, seen: NEW_ROW }))) : null}
            />
          ) : (
            <TableRows
              ref={grid}
              label={table.name}
              pages={pages}
              columns={columns.shown}
              layout={columns.layout}
              order={search.order ?? null}
              filtered={columns.filtered}
              heads={columns.heads}
              onKey={onKey}
              onMenu={setMenu}
              onOpen={() => setPanel('row')}
              onSelect={setSelection}
              {...(isWritable ? { onWrite: (cells: TypedCell[]) => void write(cells), onPaste: pasting.onPaste } : {})}
              // Where rows are chosen or ordered, a new one may stand elsewhere, or not at all.
              hasNewLine={canAdd && !search.filter && !search.order}
              onUndo={() => void edits.undo()}
              onRedo={() => void edits.redo()}
              signOf={signOf}
              noteOf={noteOf}
              waitingIn={waitingIn}
              markOf={comments.markOf}
              stamp={stamp}
            />
          )}
        </div>
        <OpenCells workbookId={workbookId} edits={edits} />
        {panel === 'row' ? (
          <RowPanel
            table={table.name}
            columns={columns.all}
            row={pages.rowAt(head.row)}
            line={head.row}
            rowCount={rowCount}
            column={column}
            comments={comments}
            onWrite={isWritable ? writeField : null}
            onStep={(by) => grid.current?.show({ row: head.row + by, column: head.column })}
            onClose={closePanel}
          />
        ) : null}
        {panel === 'comments' ? (
          <CommentsPanel
            comments={comments}
            pages={pages}
            isWritable={isWritable}
            onShow={(row, name) => grid.current?.show({ row, column: placeOf(name) })}
            onClose={closePanel}
          />
        ) : null}
        <StatusBar
          table={table.name}
          edits={edits}
          pages={pages}
          selection={{ ...selection, head }}
          columns={columns.shown}
          rowCount={rowCount}
          isFiltered={Boolean(search.filter)}
          onGoTo={(row) => grid.current?.goTo({ row, column: head.column })}
        />
        <OpenedColumn
          table={table.name}
          columns={columns}
          isWritable={isWritable}
          canAdd={canAdd}
          onChanged={pages.refresh}
          focusAfter={focusTarget}
        />
        {menu ? (
          <CellMenu
            spot={menu}
            selection={{ ...selection, head }}
            columns={columns}
            column={columns.shown[head.column]}
            row={pages.rowAt(head.row)}
            isWritable={isWritable}
            canAdd={canAdd}
            onClose={() => setMenu(null)}
            focusTarget={focusTarget}
            onDetails={() => setPanel('row')}
            onAddRow={() => void addRow()}
            onDuplicate={() => void duplicateRows(rows, columns.all, { ...selection, head })}
            onDelete={() => void deleteRows(rows, { ...selection, head })}
          />
        ) : null}
        {pasting.asked}
        <p className="unseen">{w.keysText}</p>
      </div>
    </Page>
  )
}
