import { useId } from 'react'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { useWords } from '../../words/words.ts'
import type { Block } from './sheet-spec.ts'
import { sheetsWords } from './sheets-words.ts'

type Of<K extends Block['kind']> = { block: Extract<Block, { kind: K }>; onChange: (block: Block) => void }

/** Texts are taken when their field is left. */
export function HeadingFields({ block, onChange }: Of<'heading'>) {
  const w = useWords(sheetsWords)
  return (
    <div className="block-row">
      <TextField
        key={block.text}
        label={w.text}
        defaultValue={block.text}
        maxLength={500}
        onBlur={({ target }) => {
          if (target.value.trim() && target.value !== block.text) onChange({ ...block, text: target.value })
        }}
      />
      <SelectField
        label={w.level}
        value={String(block.level ?? 1)}
        options={['1', '2', '3'].map((value) => ({ value, name: value }))}
        onChange={({ target }) => onChange({ ...block, level: Number(target.value) })}
      />
    </div>
  )
}

export function TextFields({ block, onChange }: Of<'text'>) {
  const w = useWords(sheetsWords)
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{w.text}</label>
      <textarea
        key={block.text}
        id={id}
        className="input"
        rows={3}
        defaultValue={block.text}
        onBlur={({ target }) => {
          if (target.value.trim() && target.value !== block.text) onChange({ ...block, text: target.value })
        }}
      />
    </div>
  )
}

export function SpacerFields({ block, onChange }: Of<'spacer'>) {
  const w = useWords(sheetsWords)
  return (
    <TextField
      label={w.rows}
      type="number"
      min={1}
      max={20}
      value={block.rows ?? 1}
      onChange={({ target }) => {
        const rows = Number(target.value)
        if (Number.isInteger(rows) && rows > 0) onChange({ ...block, rows })
      }}
    />
  )
}
