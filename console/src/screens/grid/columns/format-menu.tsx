import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkbookId } from '../../../app/workbook-frame.tsx'
import { TextField } from '../../../parts/controls/field.tsx'
import { kindOf, shownText } from '../../../parts/grid/cells/typed-text.ts'
import type { GridColumn } from '../../../parts/grid/rows/read-page.ts'
import { FormDialog } from '../../../parts/overlays/form-dialog.tsx'
import { Menu, MenuItem, MenuLine, type Spot } from '../../../parts/overlays/menu.tsx'
import { toast } from '../../../parts/overlays/toasts.tsx'
import { useWords } from '../../../words/words.ts'
import { formatsOf } from './column-formats.ts'
import { columnWords } from './column-words.ts'
import { setFormat } from './use-column-formats.ts'

type Props = {
  table: string
  column: GridColumn
  spot: Spot
  onClose: () => void
  onOther: () => void
  /** Keeps the format in the view at hand, and not with the table. */
  onChoose: ((column: string, format: string) => void) | null
  focusAfter: () => HTMLElement | null | undefined
}

/** How the values of a column are shown, each with an example. */
export function FormatMenu({ table, column, spot, onClose, onOther, onChoose, focusAfter }: Props) {
  const w = useWords(columnWords)
  const workbookId = useWorkbookId()
  const choose = (format: string) =>
    onChoose
      ? onChoose(column.name, format)
      : void setFormat(workbookId, table, column.name, format).catch((error: Error) =>
          toast(error.message, { isBad: true }),
        )
  const kind = kindOf(column.type)
  return (
    <Menu label={w.formatOf(column.name)} at={spot} onClose={onClose} focusAfter={focusAfter}>
      {formatsOf(kind, w).map(({ name, format, sample }) => {
        const isChosen = format === column.format
        return (
          <MenuItem key={format} keys={sample} onSelect={() => choose(format)} {...(isChosen ? { icon: 'check' } : {})}>
            {name}
          </MenuItem>
        )
      })}
      <MenuLine />
      <MenuItem onSelect={onOther}>{w.otherFormat}</MenuItem>
    </Menu>
  )
}

type DialogProps = Pick<Props, 'table' | 'column' | 'onChoose' | 'onClose'>

/** A format as spreadsheets write it, with what it makes of a value. */
export function OtherFormat({ table, column, onChoose, onClose }: DialogProps) {
  const w = useWords(columnWords)
  const workbookId = useWorkbookId()
  const [format, setText] = useState(column.format ?? '')
  const sending = useMutation({
    mutationFn: async () =>
      onChoose ? onChoose(column.name, format) : setFormat(workbookId, table, column.name, format),
    onSuccess: onClose,
  })
  const kind = kindOf(column.type)
  const sample = kind === 'number' ? '-1234.5' : kind === 'date' ? '2026-04-01' : '2026-04-01T09:05:00'
  return (
    <FormDialog
      title={w.formatOf(column.name)}
      action={w.apply}
      sending={{ ...sending, mutate: () => sending.mutate() }}
      isReady={format.trim() !== ''}
      onClose={onClose}
    >
      <TextField
        label={w.formatCode}
        hint={w.formatHint}
        value={format}
        maxLength={100}
        onChange={({ target }) => setText(target.value)}
        autoFocus
      />
      <p role="status">{w.example(shownText(sample, kind), shownText(sample, kind, format || null))}</p>
    </FormDialog>
  )
}
