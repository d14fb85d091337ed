import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { Icon } from '../icon.tsx'
import './drop-zone.css'

type Props = { label: string; hint: ReactNode; accept: string; onFile: (file: File) => void }

/** A place for one file, dropped or chosen; what falls here does not fall through to the upload of the whole page. */
export function DropZone({ label, hint, accept, onFile }: Props) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent, isIn: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.stopPropagation()
    setOver(isIn)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the field inside is for everybody.
    <div
      className={isOver ? 'drop-zone over' : 'drop-zone'}
      onDragEnter={(event) => over(event, true)}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false)
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
    >
      <Icon name="upload" />
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same file may be chosen again after it was edited.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      <p className="soft" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  )
}
