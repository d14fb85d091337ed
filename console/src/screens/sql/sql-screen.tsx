import type { Wire } from '@bindery-data/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Asked } from '../../parts/answers/asked.tsx'
import { helpfulList } from '../../parts/answers/load.ts'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page.tsx'
import { client } from '../../service/client.ts'
import { schemasQuery, workbookQuery } from '../../service/workbooks.ts'
import { useWords } from '../../words/words.ts'
import { questionQuery } from '../questions/questions.ts'
import type { CheckedSql } from './check-sql.ts'
import type { Schema } from './complete-columns.ts'
import { firstQuery } from './first-query.ts'
import { QueryResult } from './query-result.tsx'
import { runSql } from './result-pages.ts'
import { SaveQuestion } from './save-question.tsx'
import { SaveTransform } from './save-transform.tsx'
import { SchemaList } from './schema-list.tsx'
import { type EditorHandle, SqlEditor } from './sql-editor.tsx'
import { sqlWords } from './sql-words.ts'
import './sql-screen.css'

/** Read-only SQL over the tables of a workbook. */
export function SqlScreen() {
  const workbookId = useWorkbookId()
  const search = useSearch({ from: '/w/$workbookId/sql' })
  const known = useSchema(workbookId)
  const asked = useQuery({
    ...questionQuery(workbookId, search.question ?? ''),
    enabled: search.question !== undefined,
  })
  // A query that begins with a table names its columns.
  if (search.table !== undefined && known.isPending) return null
  if (search.question !== undefined)
    return (
      <Asked query={asked}>
        {(question) => <OpenSql workbookId={workbookId} first={question.sql ?? ''} question={question} {...known} />}
      </Asked>
    )
  return (
    <OpenSql workbookId={workbookId} first={firstQuery(search, known.schema[search.table ?? ''] ?? [])} {...known} />
  )
}

type OpenProps = { workbookId: string; first: string; question?: Wire.Question } & ReturnType<typeof useSchema>

function OpenSql({ workbookId, first, question, tables, schema }: OpenProps) {
  const w = useWords(sqlWords)
  const isWritable = useQuery(workbookQuery(workbookId)).data?.role !== 'viewer'
  const editor = useRef<EditorHandle>(null)
  const [text, setText] = useState(first)
  const [isSaving, setIsSaving] = useState(false)
  const { checked, check } = useCheckedSql(workbookId)
  const running = useRunning(workbookId)
  const run = () => void (text.trim() === '' ? null : running.mutate(text))
  const problem = checked?.errors[0]
  return (
    <Page
      title={w.title}
      isWide
      actions={
        <>
          {isWritable ? <SaveQuestion sql={text} question={question} isReady={Boolean(checked?.valid)} /> : null}
          <Button disabled={!checked?.valid} onClick={() => setIsSaving(true)}>
            {w.save}
          </Button>
          <Button look="main" icon="play" title={w.runTitle} isBusy={running.isPending} onClick={run}>
            {w.run}
          </Button>
        </>
      }
    >
      <div className="sql-screen">
        <SchemaList tables={tables} onInsert={(name) => editor.current?.insert(name)} />
        <div className="sql-main">
          <SqlEditor
            label={w.editor}
            hint={w.hint}
            first={first}
            schema={schema}
            handle={editor}
            onRun={run}
            onChange={setText}
            check={check}
          />
          <p className={problem ? 'sql-check wrong' : 'sql-check'} role="status">
            {problem ? w.error(problem.line, problem.column, problem.message) : null}
            {problem?.suggested_fix ? ` ${problem.suggested_fix}` : null}
            {checked?.valid ? w.valid(checked.columns.length) : null}
          </p>
          <div className="sql-result">
            {running.error ? <ProblemNote error={running.error} /> : null}
            {running.data ? <QueryResult key={running.data.manifest.id} result={running.data} /> : null}
            {running.isIdle ? <EmptyState icon="sql" title={w.emptyTitle} text={w.emptyText} /> : null}
          </div>
        </div>
      </div>
      {isSaving && checked ? (
        <SaveTransform sql={text} tables={checked.tables} onClose={() => setIsSaving(false)} />
      ) : null}
    </Page>
  )
}

/** A newer run ends the one before. */
function useRunning(workbookId: string) {
  const leaving = useRef<AbortController>(null)
  return useMutation({
    mutationFn: (sql: string) => {
      leaving.current?.abort()
      leaving.current = new AbortController()
      return runSql(workbookId, sql, leaving.current.signal)
    },
  })
}

/** Null while a check is under way, or where there is nothing to check. */
function useCheckedSql(workbookId: string) {
  const [checked, setChecked] = useState<CheckedSql | null>(null)
  const newest = useRef(0)
  const check = async (sql: string): Promise<CheckedSql | null> => {
    const turn = ++newest.current
    const found =
      sql.trim() === ''
        ? null
        : await client
            .workbook(workbookId)
            .validate(sql)
            .catch(() => null)
    if (turn === newest.current) setChecked(found)
    return found
  }
  return { checked, check }
}

function useSchema(workbookId: string) {
  const read = useQuery(schemasQuery(workbookId))
  const { data, isPending } = read
  const schema = useMemo(
    (): Schema =>
      Object.fromEntries(
        helpfulList({ data }).map(({ name, schema }) => [name, (schema ?? []).map((each) => each.name)]),
      ),
    [data],
  )
  return { tables: read, schema, isPending }
}
