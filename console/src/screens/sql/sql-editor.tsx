import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { SQLDialect, sql } from '@codemirror/lang-sql'
import { bracketMatching, defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { linter } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { type RefObject, useEffect, useRef } from 'react'
import { type CheckedSql, diagnosticsOf } from './check-sql.ts'
import { columnsFor, type Schema } from './complete-columns.ts'
import { quotedName } from './first-query.ts'

export type EditorHandle = { insert: (text: string) => void; text: () => string }

type Props = {
  label: string
  hint: string
  first: string
  schema: Schema
  handle: RefObject<EditorHandle | null>
  onRun: () => void
  onChange: (text: string) => void
  check: (text: string) => Promise<CheckedSql | null>
}

/** How long typing pauses before the query is checked. */
const PAUSE_MS = 350

/** CodeMirror, with the tables of the workbook to complete from and the service's own check underlined. */
export function SqlEditor({ label, hint, first, schema, handle, ...heard }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef(heard)
  latest.current = heard
  const language = useRef(new Compartment())
  const columns = useRef(schema)
  columns.current = schema

  // biome-ignore lint/correctness/useExhaustiveDependencies: an editor is made once; changes are passed to it below.
  useEffect(() => {
    if (!place.current) return
    const check = linter(async ({ state }) => diagnosticsOf(state, await latest.current.check(state.doc.toString())), {
      delay: PAUSE_MS,
    })
    const onRun = () => {
      latest.current.onRun()
      return true
    }
    const changeListener = EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) latest.current.onChange(state.doc.toString())
    })
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: first,
        extensions: [
          keymap.of([{ key: 'Mod-Enter', run: onRun }]),
          ...basics(label, hint),
          check,
          changeListener,
          language.current.of(languageWith(schema)),
          DuckSql.language.data.of({
            autocomplete: (context: CompletionContext) => columnsAt(context, columns.current),
          }),
        ],
      }),
    })
    view.current = made
    handle.current = {
      text: () => made.state.doc.toString(),
      insert: (text) => {
        made.dispatch(made.state.replaceSelection(text))
        made.focus()
      },
    }
    return () => made.destroy()
  }, [])

  useEffect(() => {
    view.current?.dispatch({ effects: language.current.reconfigure(languageWith(schema)) })
  }, [schema])

  return <div className="sql-editor" ref={place} />
}

/** What one SELECT is made of. A dialect of a server offers hundreds of words that a query here never has. */
const KEYWORDS = `select from where group by order having limit offset as on using and or not in is null between like ilike
  case when then else end join left right full inner outer cross union all intersect except distinct with desc asc nulls
  first last over partition rows range qualify exists cast filter true false values lateral unnest pivot unpivot`

const TYPES = 'varchar bigint integer double decimal boolean date time timestamp timestamptz interval json uuid'

const DuckSql = SQLDialect.define({
  keywords: KEYWORDS,
  types: TYPES,
  builtin: 'sum count avg min max round coalesce abs lower upper trim length strftime date_trunc row_number rank',
  doubleQuotedStrings: false,
  hashComments: false,
})

const languageWith = (schema: Schema) => sql({ dialect: DuckSql, schema: { ...schema }, upperCaseKeywords: true })

/** Columns come from all tables that the statement names: the language itself offers them behind a table's name only. */
function columnsAt(context: CompletionContext, schema: Schema): CompletionResult | null {
  const word = context.matchBefore(/[\p{L}\p{N}_]*$/u)
  if (!word || (word.from === word.to && !context.explicit)) return null
  // Behind the name of a table, or its alias, the language offers them itself.
  if (context.state.sliceDoc(word.from - 1, word.from) === '.') return null
  const found = columnsFor(context.state.doc.toString(), word.from, schema)
  if (found.length === 0) return null
  const options = found.map(({ column, table }) => ({
    label: column,
    apply: quotedName(column),
    detail: table,
    boost: 2,
  }))
  return { from: word.from, options, validFor: /^[\p{L}\p{N}_]*$/u }
}

/** Tab leaves the editor, as it leaves every field. */
function basics(label: string, hint: string): Extension[] {
  const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? ''
  return [
    EditorView.cspNonce.of(nonce),
    EditorView.contentAttributes.of({ 'aria-label': label }),
    EditorView.lineWrapping,
    lineNumbers(),
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    // Its icons are drawn by a font that is not loaded here.
    autocompletion({ icons: false }),
    highlightActiveLine(),
    placeholder(hint),
    syntaxHighlighting(LOOK),
    EditorView.theme({
      '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
        background: 'var(--accent-ground)',
      },
      '.cm-selectionBackground': { background: 'var(--accent-ground)' },
    }),
    keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
  ]
}

/** The tags are those of the standard style, the colours ours. */
const COLOURS: readonly [tag: string, colour: string][] = [
  ['keyword', 'var(--accent)'],
  ['string', 'var(--good)'],
  ['comment', 'var(--soft)'],
]

const LOOK = HighlightStyle.define(
  COLOURS.flatMap(([name, color]) => {
    const spec = defaultHighlightStyle.specs.find(({ tag }) => String(tag).startsWith(name))
    return spec ? [{ tag: spec.tag, color }] : []
  }),
)
