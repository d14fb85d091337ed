import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import './field.css'

type FieldTexts = { label: string; hint?: ReactNode; error?: string | null | undefined }

function Frame({ label, hint, error, id, children }: FieldTexts & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  )
}

const describedBy = (id: string, { hint, error }: FieldTexts) =>
  [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined

export function TextField({ label, hint, error, ...rest }: FieldTexts & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  const texts = { label, hint, error }
  return (
    <Frame {...texts} id={id}>
      <input
        id={id}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, texts)}
        {...rest}
      />
    </Frame>
  )
}

export function TextAreaField({
  label,
  hint,
  error,
  ...rest
}: FieldTexts & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId()
  const texts = { label, hint, error }
  return (
    <Frame {...texts} id={id}>
      <textarea id={id} className="input" aria-describedby={describedBy(id, texts)} {...rest} />
    </Frame>
  )
}

/** The browser's own list: everybody knows it, with the keyboard and without. */
export function SelectField({
  label,
  hint,
  error,
  options,
  ...rest
}: FieldTexts & SelectHTMLAttributes<HTMLSelectElement> & { options: readonly { value: string; name: string }[] }) {
  const id = useId()
  const texts = { label, hint, error }
  return (
    <Frame {...texts} id={id}>
      <select id={id} className="input" aria-describedby={describedBy(id, texts)} {...rest}>
        {options.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </Frame>
  )
}
