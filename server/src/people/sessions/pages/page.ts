import { createHash } from 'node:crypto'
import type { Language } from './page-texts.ts'

/** The look of the login pages: one narrow card, light or dark as the reader likes it. */
const PAGE_STYLE = `
:root{color-scheme:light dark;--ground:#f3f4f7;--card:#fff;--edge:#dfe2ea;--text:#1b2030;--soft:#5b6478;--field:#fff;--field-edge:#b9c0cf;--accent:#2f55c8;--accent-strong:#2545a8;--on-accent:#fff;--bad:#b3261e;--bad-ground:#fdecea;--good:#1d6b3f;--good-ground:#e6f4ec}
@media (prefers-color-scheme:dark){:root{--ground:#11141b;--card:#1a1f2a;--edge:#2b3242;--text:#e8ebf3;--soft:#a2acc0;--field:#12161f;--field-edge:#4b556b;--accent:#8fabff;--accent-strong:#adc1ff;--on-accent:#0e1630;--bad:#ffb4ab;--bad-ground:#3b1b1a;--good:#9bdcb6;--good-ground:#16301f}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:24px 16px;background:var(--ground);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Hiragino Sans","Noto Sans JP","Noto Sans CJK JP","Yu Gothic UI",sans-serif;-webkit-text-size-adjust:100%;word-break:auto-phrase}
main{width:100%;max-width:416px;padding:32px;background:var(--card);border:1px solid var(--edge);border-radius:16px;box-shadow:0 1px 2px rgb(15 20 40/.05),0 12px 32px rgb(15 20 40/.07)}
.brand{display:flex;align-items:center;gap:10px;margin:0 0 24px;font-weight:650;letter-spacing:-.01em}
.brand .cover{fill:var(--accent)}
.brand .lines{fill:none;stroke:var(--on-accent);stroke-width:2;stroke-linecap:round}
h1{margin:0 0 8px;font-size:1.5rem;line-height:1.3;font-weight:680;letter-spacing:-.015em;text-wrap:balance}
p{margin:0 0 16px;overflow-wrap:anywhere;text-wrap:pretty}
.soft{color:var(--soft)}
form{margin:24px 0 0}
label{display:block;margin:0 0 6px;font-weight:600;font-size:.9375rem}
.field{margin:0 0 18px}
.row{display:flex;justify-content:space-between;align-items:baseline;gap:12px}
.row a{font-size:.875rem}
.hint{margin:6px 0 0;color:var(--soft);font-size:.875rem}
input{width:100%;height:46px;padding:0 14px;font:inherit;color:inherit;background:var(--field);border:1px solid var(--field-edge);border-radius:10px}
input:hover{border-color:var(--soft)}
input[aria-invalid]{border-color:var(--bad)}
input.code{height:56px;font:600 1.5rem/1 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.12em;text-align:center;text-transform:uppercase}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:46px;padding:8px 18px;font:inherit;font-weight:620;text-align:center;text-decoration:none;border-radius:10px;border:1px solid transparent;cursor:pointer;background:var(--accent);color:var(--on-accent)}
button:hover{background:var(--accent-strong)}
.plain{background:transparent;color:var(--text);border-color:var(--field-edge)}
.plain:hover{background:var(--ground)}
.choice{display:grid;grid-template-columns:1fr 1fr;gap:12px}
a{color:var(--accent);text-underline-offset:3px}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
input:focus-visible{outline-offset:0;border-color:transparent}
.note{margin:16px 0 0;padding:12px 14px;border-radius:10px;font-size:.9375rem;background:var(--good-ground);color:var(--good)}
.note.bad{background:var(--bad-ground);color:var(--bad)}
.or{display:flex;align-items:center;gap:12px;margin:22px 0;color:var(--soft);font-size:.875rem}
.or::before,.or::after{content:"";flex:1;height:1px;background:var(--edge)}
.providers{display:grid;gap:10px}
.foot{margin:24px 0 0;padding:20px 0 0;border-top:1px solid var(--edge);color:var(--soft);font-size:.9375rem}
.languages{display:flex;gap:16px;margin:20px 0 0;font-size:.9375rem}
strong{font-weight:650}
dl{display:flex;align-items:baseline;justify-content:space-between;gap:16px;margin:20px 0;padding:14px 16px;border:1px solid var(--edge);border-radius:10px;background:var(--ground)}
dt{color:var(--soft);font-size:.9375rem}
dd{margin:0;overflow-wrap:anywhere;font:600 1.25rem/1.3 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.1em}
fieldset{margin:0 0 18px;padding:14px 16px;border:1px solid var(--edge);border-radius:10px}
legend{padding:0 6px;font-weight:600;font-size:.9375rem}
.box{display:flex;align-items:flex-start;gap:10px;margin:12px 0 0;font-weight:400;overflow-wrap:anywhere}
.box input{flex:none;width:20px;height:20px;margin:2px 0 0;accent-color:var(--accent)}
.box small{display:block;color:var(--soft)}
.box ul{margin:4px 0 0;padding:0 0 0 18px;color:var(--soft);font-size:.875rem}
@media (max-width:480px){body{padding:0;place-items:stretch;background:var(--card)}main{max-width:none;padding:28px 20px;border:0;border-radius:0;box-shadow:none}}
@media (prefers-contrast:more){:root{--edge:currentColor;--field-edge:currentColor;--soft:var(--text)}}
`

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
