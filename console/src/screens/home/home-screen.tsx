import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBringFiles } from '../../app/upload-tray.tsx'
import { Asked } from '../../parts/answers/asked.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { FileButton } from '../../parts/controls/file-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page.tsx'
import { workbooksQuery } from '../../service/workbooks.ts'
import { useWords } from '../../words/words.ts'
import { homeWords } from './home-words.ts'
import { NewWorkbook } from './new-workbook.tsx'
import { Samples } from './samples.tsx'
import { WorkbookList } from './workbook-list.tsx'
import './home.css'

export function HomeScreen() {
  const w = useWords(homeWords)
  const bringFiles = useBringFiles()
  const [isCreating, setCreating] = useState(false)
  const upload = (
    <FileButton look="main" onFiles={(files) => void bringFiles(files, undefined)}>
      {w.upload}
    </FileButton>
  )
  return (
    <Page
      title={w.title}
      about={w.about}
      actions={
        <>
          <Button icon="plus" onClick={() => setCreating(true)}>
            {w.create}
          </Button>
          {upload}
        </>
      }
    >
      <Asked query={useQuery(workbooksQuery)}>
        {(workbooks) =>
          workbooks.length === 0 ? (
            <div className="home-start">
              <EmptyState icon="upload" title={w.emptyTitle} text={w.emptyText} />
            </div>
          ) : (
            <WorkbookList workbooks={workbooks} />
          )
        }
      </Asked>
      <Samples />
      {isCreating ? <NewWorkbook onClose={() => setCreating(false)} /> : null}
    </Page>
  )
}
