import { element } from './element.ts'
import type { ToolResult } from './host.ts'
import { type Fields, fieldsOf, textOf } from './values.ts'
import type { Words } from './words.ts'

/** A call that was refused, in the service's words. */
export function showProblem(result: ToolResult, w: Words): Node[] {
  const { title, detail, suggested_fix } = problemIn(result)
  return [
    element(
      'section',
      { class: 'problem', role: 'alert' },
      element('h1', {}, textOf(title) || w.failed),
      element('p', {}, textOf(detail)),
      element('p', { class: 'soft' }, textOf(suggested_fix)),
    ),
  ]
}

/** It stands in `_meta` and in the text; a host may leave out the first. */
function problemIn({ _meta, content }: ToolResult): Fields {
  if (_meta?.problem) return fieldsOf(_meta.problem)
  const [part] = content
  const text = part?.type === 'text' ? part.text : ''
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    return { detail: text }
  }
}
