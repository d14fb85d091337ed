import { useState } from 'react'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { CopyText } from '../../parts/controls/copy-text.tsx'
import { Tabs } from '../../parts/controls/tabs.tsx'
import { client } from '../../service/client.ts'
import { useWords } from '../../words/words.ts'
import { pgPort } from './pg-port.ts'
import { type Tested, testDoor } from './test-door.ts'
import { toolWords } from './tool-words.ts'
import { TOOL_GUIDES, TOOL_NAMES, TOOLS, type Tool, type ToolGuide } from './tools.ts'
import { useReadToken } from './use-read-token.ts'

/** What to paste where, program by program. */
export function ToolPanel({ workbookId, table }: { workbookId: string; table: string }) {
  const w = useWords(toolWords)
  const [tool, choose] = useState<Tool>('excel')
  const token = useReadToken(workbookId)
  const [tested, setTested] = useState<Tested | null>(null)
  const [port] = useState(pgPort)
  const place = { url: client.url, workbookId, table, token: token.data ?? w.noToken, pgPort: port }
  const guide = TOOL_GUIDES[tool](place)
  const make = () => {
    setTested(null)
    token.mutate(w.tokenName(TOOL_NAMES[tool]))
  }
  const test = async () => setTested(token.data ? await testDoor(client.url, workbookId, token.data) : null)
  return (
    <>
      <Tabs
        label={w.programs}
        tabs={TOOLS.map((key) => ({ key, name: TOOL_NAMES[key] }))}
        chosen={tool}
        onChoose={choose}
      />
      {guide.door === 'postgres' && port === null ? (
        <p className="connect-closed" role="note">
          {withCode(w.closed)}
        </p>
      ) : null}
      <section className="connect-token" aria-label={w.tokenTitle}>
        <p className="soft">{token.data ? w.made : w.tokenLead}</p>
        <div className="connect-buttons">
          <Button look="main" icon="plus" isBusy={token.isPending} onClick={make}>
            {w.makeToken}
          </Button>
          <Button disabled={!token.data} onClick={() => void test()}>
            {w.test}
          </Button>
        </div>
        <TestedNote tested={tested} guide={guide} />
        {token.error ? <ProblemNote error={token.error} /> : null}
      </section>
      <p>{withCode(w.steps[tool])}</p>
      <FieldList guide={guide} />
    </>
  )
}

/** What stands between backticks is typed as it is. */
const withCode = (text: string) =>
  text.split('`').map((part, n) => (n % 2 === 0 ? part : <code key={part}>{part}</code>))

function TestedNote({ tested, guide }: { tested: Tested | null; guide: ToolGuide }) {
  const w = useWords(toolWords)
  const said = () => {
    if (!tested) return ''
    if (tested.outcome !== 'works') return w[tested.outcome]
    return guide.door === 'postgres' ? `${w.works(tested.tables)} ${w.worksThen}` : w.works(tested.tables)
  }
  return (
    <output className={tested?.outcome === 'works' ? 'connect-outcome good' : 'connect-outcome'} aria-live="polite">
      {said()}
    </output>
  )
}

function FieldList({ guide: { fields, file } }: { guide: ToolGuide }) {
  const w = useWords(toolWords)
  return (
    <>
      {fields.length > 0 ? (
        <dl className="connect-fields">
          {fields.map(({ name, value }) => (
            <div key={name}>
              <dt>{w.fields[name]}</dt>
              <dd>
                <CopyText label={w.fields[name]} text={value} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {file ? <CopyText label={file.name} text={file.text} isBlock /> : null}
    </>
  )
}
