import { useNavigate, useSearch } from '@tanstack/react-router'
import { useBringFiles } from '../../app/upload-tray.tsx'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { FileButton } from '../../parts/controls/file-button.tsx'
import { Tabs } from '../../parts/controls/tabs.tsx'
import { Page } from '../../parts/page.tsx'
import { useWords } from '../../words/words.ts'
import { ReturnedFiles } from '../returned/returned-files.tsx'
import { FILES_PARTS, type FilesPart } from './files-search.ts'
import { filesWords } from './files-words.ts'
import { FollowedFiles } from './followed-files.tsx'
import { UploadedFiles } from './uploaded-files.tsx'
import './files.css'

const CONTENTS: Record<FilesPart, (props: { workbookId: string }) => React.ReactNode> = {
  uploaded: UploadedFiles,
  followed: FollowedFiles,
  returned: ReturnedFiles,
}

/** Every file of a workbook, by what became of it. */
export function FilesScreen() {
  const { part = 'uploaded' } = useSearch({ from: '/w/$workbookId/files' })
  return <Files part={part} />
}

/** The address that files went to before they had one screen. */
export const ReturnedScreen = () => <Files part="returned" />

function Files({ part }: { part: FilesPart }) {
  const w = useWords(filesWords)
  const workbookId = useWorkbookId()
  const navigate = useNavigate()
  const bringFiles = useBringFiles()
  const Content = CONTENTS[part]
  return (
    <Page
      title={w.title}
      about={w.about}
      actions={
        <FileButton look="main" onFiles={(files) => void bringFiles(files, workbookId)}>
          {w.upload}
        </FileButton>
      }
    >
      <Tabs
        label={w.title}
        tabs={FILES_PARTS.map((key) => ({ key, name: w.parts[key] }))}
        chosen={part}
        onChoose={(chosen) =>
          void navigate({ to: '/w/$workbookId/files', params: { workbookId }, search: { part: chosen }, replace: true })
        }
      />
      <Content workbookId={workbookId} />
    </Page>
  )
}
