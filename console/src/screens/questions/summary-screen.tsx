import type { Wire } from '@bindery-data/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Asked } from '../../parts/answers/asked.tsx'
import { answerOf } from '../../parts/chart/answer.ts'
import { IconButton } from '../../parts/controls/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { client } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'
import { workbookQuery } from '../../service/workbooks.ts'
import { useWords } from '../../words/words.ts'
import { KindChoice } from './kind-choice.tsx'
import { QuestionActions } from './question-actions.tsx'
import { QuestionAnswer } from './question-answer.tsx'
import { summaryQuery } from './questions.ts'
import { questionsWords } from './questions-words.ts'
import { choiceOf, namedAnswer, periodsOf, pivotPlace, type SummaryDraft, summaryOf } from './summary-draft.ts'
import { SummaryPanel } from './summary-panel.tsx'
import './questions.css'

type Props = {
  /** Undefined for one that is not saved yet. */
  question: Wire.Question | undefined
  /** As it was saved. */
  saved: SummaryDraft | undefined
  /** As it stands now. */
  draft: SummaryDraft
}

/** A table summed up: what is picked at the side, and the answer as a chart or a table. */
export function SummaryScreen({ question, saved, draft }: Props) {
  const w = useWords(questionsWords)
  const workbookId = useWorkbookId()
  const navigate = useNavigate()
  const isWritable = useQuery(workbookQuery(workbookId)).data?.role !== 'viewer'
  const table = useQuery({
    queryKey: keys.of(workbookId, 'tables', draft.table),
    queryFn: ({ signal }) => client.workbook(workbookId).table(draft.table).read({ signal }),
  })
  const answered = useQuery({ ...summaryQuery(workbookId, draft), placeholderData: keepPreviousData })
  const change = (next: SummaryDraft) => void navigate({ to: '.', search: { draft: next }, replace: true })
  const choice = answered.data ? choiceOf(draft, answerOf(answered.data, periodsOf(draft))) : null
  const content = { summary: summaryOf(draft), chart: choice }
  const title = question?.name ?? w.newTitle(draft.table)
  return (
    <Page
      title={title}
      isWide
      about={<About question={question} table={draft.table} />}
      actions={
        isWritable ? (
          <QuestionActions
            question={question}
            content={content}
            isChanged={saved !== undefined && JSON.stringify(saved) !== JSON.stringify(draft)}
            suggested={question?.name ?? ''}
            onReset={() => void navigate({ to: '.', search: {}, replace: true })}
          />
        ) : null
      }
    >
      <div className="question-screen">
        <div className="question-main">
          <div className="question-bar">
            <KindChoice chosen={choice?.kind ?? 'table'} onChoose={(kind) => change({ ...draft, kind })} />
            {draft.filter.length > 0 ? (
              <span className="filter-chip">
                <Icon name="filter" /> {w.filterText(draft.filter.length)}
                <IconButton icon="close" name={w.dropFilter} onClick={() => change({ ...draft, filter: [] })} />
              </span>
            ) : null}
          </div>
          <QuestionAnswer
            query={answered}
            periods={periodsOf(draft)}
            choiceFor={(answer) => choiceOf(draft, answer)}
            pivot={pivotPlace(draft)}
            naming={(answer) =>
              namedAnswer(draft, answer, (measure) => w.figure[measure.function](measure.column ?? ''))
            }
          />
        </div>
        <Asked query={table}>
          {({ columns }) => <SummaryPanel columns={columns} draft={draft} onChange={change} />}
        </Asked>
      </div>
    </Page>
  )
}

function About({ question, table }: { question: Wire.Question | undefined; table: string }) {
  const w = useWords(questionsWords)
  const workbookId = useWorkbookId()
  return (
    <>
      <Link to="/w/$workbookId/tables/$tableName" params={{ workbookId, tableName: table }} search={{}}>
        {table}
      </Link>
      {question ? ` · ${w.owner(question.owner.name ?? w.unknownOwner)}` : null}
      {question?.description ? ` · ${question.description}` : null}
    </>
  )
}
