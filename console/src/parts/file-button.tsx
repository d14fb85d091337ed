import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

/** What the service reads. */
const ACCEPTED = '.xlsx,.xlsm,.xls,.xlsb,.ods,.csv,.tsv,.txt'

/** A button that asks for a file. */
export function FileButton({
  look = 'plain',
  onFile,
  children,
}: {
  look?: 'main' | 'plain'
  onFile: (file: File) => void
  children: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button look={look} icon="upload" onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          // The same file may be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
