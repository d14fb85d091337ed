import { isProblem } from '@bindery-data/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Asked } from '../../parts/answers/asked.tsx'
import { ProblemNote, TookTooLong } from '../../parts/answers/problem-note.tsx'
import { Progress } from '../../parts/answers/progress.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { Tabs } from '../../parts/controls/tabs.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Dialog } from '../../parts/overlays/dialog.tsx'
import { Page } from '../../parts/page.tsx'
import { partsWords } from '../../parts/parts-words.ts'
import { client } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'
import { workbookQuery } from '../../service/workbooks.ts'
import { useWords } from '../../words/words.ts'
import { correctWords } from './correct-words.ts'
import type { OnOperations } from './operation.ts'
import { OutcomeNote } from './outcome-note.tsx'
import { questionWords } from './region/question-words.ts'
import { MakeTables, Making, useMakeTables } from './result/make-tables.tsx'
import { type Box, type Cell, cornerOf, parseRange, spellCell, spellRange } from './sheet/range.ts'
import { shapeSheet } from './sheet/sheet-shape.ts'
import type { SourceSearch } from './source-search.ts'
import { SaveTemplate, TemplateBar } from './template/template-bar.tsx'
import { type ReadSpec, useSpec } from './use-spec.ts'
import { Workplace } from './workplace.tsx'
import './correct.css'

const MOST_ROWS = 500
const MOST_COLUMNS = 60

/** The sheet as it looks, how it is read, and what becomes of it. */
export function CorrectScreen() {
  const w = useWords(correctWords)
  const { workbookId, sourceName } = useParams({ from: '/w/$workbookId/sources/$sourceName' })
  const asked = useSearch({ from: '/w/$workbookId/sources/$sourceName' })
  const { data: workbook } = useQuery(workbookQuery(workbookId))
  const mayCorrect = workbook?.role !== 'viewer'
  const spec = useSpec(workbookId, sourceName)
  const making = useMakeTables(workbookId, sourceName)
  const { data: source } = useQuery({
    queryKey: keys.of(workbookId, 'sources', sourceName),
    queryFn: ({ signal }) => client.workbook(workbookId).source(sourceName).read({ signal }),
  })
  return (
    <Page
      title={source?.filename ?? sourceName}
      about={mayCorrect ? w.about : w.onlyLook}
      isWide
      actions={
        mayCorrect ? (
          <>
            {workbook?.workspace_id && spec.query.data && !source?.template ? (
              <SaveTemplate key={sourceName} workspaceId={workbook.workspace_id} place={{ workbookId, sourceName }} />
            ) : null}
            <Actions spec={spec} making={making} isAgain={source?.status === 'materialized'} />
          </>
        ) : null
      }
    >
      <div className="correct">
        <Making making={making} />
        {source ? <TemplateBar source={source} place={{ workbookId, sourceName }} mayCorrect={mayCorrect} /> : null}
        <OutcomeNote {...spec} />
        <Reading looking={spec.looking} />
        {isProblem(spec.query.error, 'source_not_analyzed') ? (
          <NotRead looking={spec.looking} mayRead={mayCorrect} />
        ) : (
          <Asked query={spec.query}>
            {(read) => (
              <Sheets
                key={JSON.stringify(asked)}
                asked={asked}
                workbookId={workbookId}
                sourceName={sourceName}
                read={read}
                onChange={mayCorrect ? spec.correct : null}
              />
            )}
          </Asked>
        )}
      </div>
    </Page>
  )
}

type Looking = { looking: ReturnType<typeof useSpec>['looking'] }

/** Whether the file is being read again, and why that did not work. */
function Reading({ looking: { isPending, error } }: Looking) {
  const w = useWords(correctWords)
  if (isPending) return <Progress label={w.beingRead} />
  if (!error) return null
  return isProblem(error, 'reading_timeout') ? <TookTooLong /> : <ProblemNote error={error} />
}

/** The file arrived, and was not read: it took too long, or the page was left before. */
function NotRead({ looking, mayRead }: Looking & { mayRead: boolean }) {
  const w = useWords(correctWords)
  return (
    <EmptyState icon="file" title={w.notReadTitle} text={w.notReadText}>
      {mayRead ? (
        <Button look="main" disabled={looking.isPending} onClick={() => looking.mutate()}>
          {w.readNow}
        </Button>
      ) : null}
    </EmptyState>
  )
}

type ActionsProps = { spec: ReturnType<typeof useSpec>; making: ReturnType<typeof useMakeTables>; isAgain: boolean }

function Actions({ spec, making, isAgain }: ActionsProps) {
  const w = useWords(correctWords)
  return (
    <>
      <span className="saved soft" role="status">
        {spec.isSaving ? w.saving : spec.isSaved ? w.saved : ''}
      </span>
      <Button icon="undo" disabled={!spec.canUndo || spec.isSaving} onClick={spec.undo}>
        {w.undo}
      </Button>
      <LookAgain spec={spec} />
      <MakeTables making={making} isAgain={isAgain} isSaving={spec.isSaving} />
    </>
  )
}

/** Corrections must not be lost by accident. */
function LookAgain({ spec: { query, looking } }: Pick<ActionsProps, 'spec'>) {
  const w = useWords(correctWords)
  const parts = useWords(partsWords)
  const [isAsking, setAsking] = useState(false)
  const corrections = query.data?.overrides.length ?? 0
  const again = () => {
    setAsking(false)
    looking.mutate()
  }
  return (
    <>
      <Button disabled={looking.isPending} onClick={corrections > 0 ? () => setAsking(true) : again}>
        {w.lookAgain}
      </Button>
      {isAsking ? (
        <Dialog
          title={w.lookAgain}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{parts.cancel}</Button>
              <Button look="danger" onClick={again}>
                {w.lookAgain}
              </Button>
            </>
          }
        >
          <p>{w.lookAgainWarns(corrections)}</p>
        </Dialog>
      ) : null}
    </>
  )
}

type SheetsProps = {
  /** The cell that a link leads to. */
  asked: SourceSearch
  workbookId: string
  sourceName: string
  read: ReadSpec
  onChange: OnOperations | null
}

function Sheets({ asked, workbookId, sourceName, read, onChange }: SheetsProps) {
  const w = useWords(correctWords)
  const questions = useWords(questionWords)
  const asking = read.regions.filter(({ needs_review, question }) => needs_review && question)
  // What is not sure comes first.
  const first = asked.sheet ?? asking[0]?.sheet ?? read.regions[0]?.sheet
  const [sheet, setSheet] = useState(first)
  const cell = sheet === first && asked.cell ? cornerOf(asked.cell) : null
  const elsewhere = asking.some((region) => region.sheet === sheet) ? undefined : asking[0]?.sheet
  const preview = useQuery(previewQuery(workbookId, sourceName, sheet, cell))
  return (
    <Asked query={preview}>
      {(answer) => (
        <>
          {answer.sheets.length > 1 ? (
            <Tabs
              label={w.sheets}
              tabs={answer.sheets.map(({ name }) => ({ key: name, name }))}
              chosen={answer.sheet}
              onChoose={setSheet}
            />
          ) : null}
          {elsewhere === undefined ? null : (
            <section className="question" aria-label={questions.label}>
              <Icon name="warning" />
              <p>{questions.elsewhere(elsewhere)}</p>
              <Button onClick={() => setSheet(elsewhere)}>{w.show}</Button>
            </section>
          )}
          <OneSheet key={answer.sheet} {...{ answer, read, cell, onChange }} />
        </>
      )}
    </Asked>
  )
}

type Preview = Awaited<ReturnType<typeof client.api.previewSource>>

type OneSheetProps = { answer: Preview; read: ReadSpec; cell: Cell | null; onChange: SheetsProps['onChange'] }

function OneSheet({ answer, read, cell, onChange }: OneSheetProps) {
  const shape = useMemo(() => shapeSheet(answer), [answer])
  const w = useWords(correctWords)
  return (
    <>
      <Workplace sheet={answer.sheet} {...{ shape, read, cell, onChange }} />
      {shape.box.bottom >= MOST_ROWS ? <p className="soft">{w.partOf(MOST_ROWS)}</p> : null}
    </>
  )
}

/** As much of the sheet as a person corrects by: its beginning, or what is around the cell that is asked for, and all of its columns that fit. */
const previewQuery = (workbookId: string, sourceName: string, sheet: string | undefined, cell: Cell | null) => ({
  queryKey: keys.of(workbookId, 'sources', sourceName, 'preview', sheet, cell && spellCell(cell)),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const source = client.workbook(workbookId).source(sourceName)
    const found = await source.preview({ ...(sheet === undefined ? {} : { sheet }), range: 'A1', signal })
    const used = parseRange(found.sheets.find(({ name }) => name === found.sheet)?.dimension ?? '') ?? FIRST
    const range = spellRange(boxAround(cell, used))
    return source.preview({ sheet: found.sheet, range, signal })
  },
})

function boxAround(cell: Cell | null, used: Box): Box {
  const top = cell && cell.row > MOST_ROWS ? cell.row - MOST_ROWS / 2 : 1
  const left = cell && cell.column > MOST_COLUMNS ? cell.column - MOST_COLUMNS / 2 : 1
  return {
    top,
    left,
    bottom: Math.min(top + MOST_ROWS - 1, Math.max(used.bottom + 3, cell?.row ?? 1)),
    right: Math.min(left + MOST_COLUMNS - 1, Math.max(used.right + 2, cell?.column ?? 1)),
  }
}

/** Where the file does not say how far it goes. */
const FIRST = { top: 1, left: 1, bottom: MOST_ROWS, right: 40 }
