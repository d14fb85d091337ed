import { useState } from 'react'
import { CopyText } from '../../parts/controls/copy-text.tsx'
import { Tabs } from '../../parts/controls/tabs.tsx'
import { client } from '../../service/client.ts'
import { useWords } from '../../words/words.ts'
import { connectWords } from './connect-words.ts'
import { EXAMPLES, WAYS, type Way } from './examples.ts'

/** Examples for agents, the API, the SDKs and the command line. */
export function CodePanel({ workbookId, table }: { workbookId: string; table: string }) {
  const w = useWords(connectWords)
  const [way, setWay] = useState<Way>('agent')
  return (
    <>
      <Tabs label={w.title} tabs={WAYS.map((key) => ({ key, name: w.ways[key] }))} chosen={way} onChoose={setWay} />
      <p className="soft">{w.about[way]}</p>
      <CopyText label={w.ways[way]} text={EXAMPLES[way]({ url: client.url, workbookId, table })} isBlock />
    </>
  )
}
