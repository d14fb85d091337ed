import { createHash } from 'node:crypto'
import { PAGE_STYLE } from './page-style.ts'
import type { Language } from './page-texts.ts'

/** HTML that is safe to send. Only `html` makes it. */
export type Html = { readonly html: string }

type Piece = string | Html | readonly Html[] | null | undefined

/** The only way from text to HTML: whatever is put in is escaped, unless it is HTML already. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  return { html: strings.map((text, n) => text + (n < pieces.length ? render(pieces[n]) : '')).join('') }
}

function render(piece: Piece): string {
  if (piece === null || piece === undefined) return ''
  if (typeof piece === 'string') return escapeHtml(piece)
  return 'html' in piece ? piece.html : piece.map((part) => part.html).join('\n')
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

/** Our one style sheet, known by its hash: no other style, script or picture can be slipped in. */
const STYLE: Html = { html: `<style>${PAGE_STYLE}</style>` }
const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64')

export const PAGE_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  // Without a referrer a browser would not say where a form comes from either.
  'referrer-policy': 'same-origin',
}

const LOGO = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
<rect class="cover" x="3" y="4" width="26" height="24" rx="5"/>
<path class="lines" d="M12 4v24M16.5 11h8M16.5 16h8M16.5 21h5"/>
</svg>`

export function renderPage(language: Language, title: string, content: Html): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Bindery</title>
${STYLE}
</head>
<body>
<main>
<p class="brand">${LOGO}<span>Bindery</span></p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.html
}
