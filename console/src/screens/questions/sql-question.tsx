import type { Wire } from '@bindery-data/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { type Answer, answerOf, type ChartChoice, firstChoice, isNumeric } from '../../parts/chart/answer.ts'
import { SelectField } from '../../parts/controls/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { workbookQuery } from '../../service/workbooks.ts'
import { useWords } from '../../words/words.ts'
import { KindChoice } from './kind-choice.tsx'
import { QuestionActions } from './question-actions.tsx'
import { QuestionAnswer } from './question-answer.tsx'
import { answerQuery } from './questions.ts'
import { questionsWords } from './questions-words.ts'
import './questions.css'

/** A question in SQL, or a summary of which the reader does not see all: its answer, and how that is drawn. */
export function SqlQuestion({ question }: { question: Wire.Question }) {
  const w = useWords(questionsWords)
  const workbookId = useWorkbookId()
  const isWritable = useQuery(workbookQuery(workbookId)).data?.role !== 'viewer'
  const answered = useQuery(answerQuery(workbookId, question.question_id))
  const [chosen, setChosen] = useState<ChartChoice | null>(null)
  const choiceFor = (answer: Answer) => chosen ?? question.chart ?? firstChoice(answer)
  const answer = answered.data ? answerOf(answered.data) : null
  const choice = answer ? choiceFor(answer) : null
  const canSave = isWritable && question.sql !== null
  return (
    <Page
      title={question.name}
      isWide
      about={
        <>
          {w.owner(question.owner.name ?? w.unknownOwner)}
          {question.description ? ` · ${question.description}` : null}
          {question.partial ? ` · ${w.partial}` : null}
        </>
      }
      actions={
        <>
          {question.sql === null ? null : (
            <Link
              className="button plain"
              to="/w/$workbookId/sql"
              params={{ workbookId }}
              search={{ question: question.question_id }}
            >
              <Icon name="sql" />
              {w.editSql}
            </Link>
          )}
          {canSave ? (
            <QuestionActions
              question={question}
              content={{ sql: question.sql, chart: choice }}
              isChanged={chosen !== null}
              suggested={question.name}
              onReset={() => setChosen(null)}
            />
          ) : null}
        </>
      }
    >
      <div className="question-screen alone">
        <div className="question-main">
          <div className="question-bar">
            <KindChoice
              chosen={choice?.kind ?? 'table'}
              onChoose={(kind) => choice && setChosen({ ...choice, kind })}
            />
            {answer && choice ? <ColumnChoice answer={answer} choice={choice} onChoose={setChosen} /> : null}
          </div>
          <QuestionAnswer query={answered} periods={[]} choiceFor={choiceFor} pivot={null} />
        </div>
      </div>
    </Page>
  )
}

type ChoiceProps = { answer: Answer; choice: ChartChoice; onChoose: (choice: ChartChoice) => void }

/** Which columns go across, up, and make the colours. */
function ColumnChoice({ answer, choice, onChoose }: ChoiceProps) {
  const w = useWords(questionsWords)
  if (choice.kind === 'table') return null
  const all = answer.columns.map(({ name }, n) => ({ value: String(n), name }))
  const numbers = all.filter((_, n) => answer.columns[n] !== undefined && isNumeric(answer.columns[n]))
  const none = { value: '', name: w.nothing }
  const placeIn = (text: string) => (text === '' ? null : Number(text))
  const isNumberOnly = choice.kind === 'number'
  return (
    <div className="column-choice">
      {isNumberOnly ? null : (
        <SelectField
          label={w.chartX}
          value={choice.x === null ? '' : String(choice.x)}
          options={[none, ...all]}
          onChange={({ target }) => onChoose({ ...choice, x: placeIn(target.value) })}
        />
      )}
      <SelectField
        label={w.chartY}
        value={String(choice.y[0] ?? '')}
        options={numbers}
        onChange={({ target }) => onChoose({ ...choice, y: [Number(target.value)] })}
      />
      {isNumberOnly ? null : (
        <SelectField
          label={w.chartSeries}
          value={choice.series === null ? '' : String(choice.series)}
          options={[none, ...all]}
          onChange={({ target }) => onChoose({ ...choice, series: placeIn(target.value) })}
        />
      )}
    </div>
  )
}
