import { createElement, type ReactNode, useMemo } from 'react'

/** What the service puts on such a page, and what it is here, below the heading of the screen. */
const TAGS: Record<string, string> = {
  H1: 'h2',
  H2: 'h3',
  H3: 'h4',
  P: 'p',
  TABLE: 'table',
  THEAD: 'thead',
  TBODY: 'tbody',
  TFOOT: 'tfoot',
  TR: 'tr',
  TH: 'th',
  TD: 'td',
}

/** The page that the service made, element by element: nothing but what is listed above gets in. */
export function SheetPage({ html }: { html: string }) {
  const content = useMemo(() => shown(new DOMParser().parseFromString(bodyOf(html), 'text/html').body), [html])
  return <article className="sheet-page">{content}</article>
}

/** Its head has a style of its own, which the policy of this page refuses. */
const bodyOf = (html: string) => html.slice(Math.max(0, html.indexOf('<body')))

function shown(parent: Element): ReactNode[] {
  return [...parent.childNodes].map((node, key) => {
    if (!(node instanceof Element)) return node.textContent
    const tag = TAGS[node.tagName]
    if (!tag) return null
    const scope = tag === 'th' ? { scope: 'col' } : {}
    return createElement(
      tag,
      { key, className: node.className === 'n' ? 'number' : node.className, ...scope },
      ...shown(node),
    )
  })
}
