import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps'

/** The page takes over the language, the theme and the style of the client that frames it. */
export function takeLook({
  theme,
  locale,
  styles,
  displayMode,
  containerDimensions,
  safeAreaInsets,
}: McpUiHostContext) {
  const { documentElement: root } = document
  root.lang = (locale ?? navigator.language).startsWith('ja') ? 'ja' : 'en'
  if (theme) root.dataset.theme = theme
  if (displayMode) root.dataset.mode = displayMode
  for (const [name, value] of Object.entries(variablesOf(styles?.variables))) root.style.setProperty(name, value)
  const most = containerDimensions && 'maxHeight' in containerDimensions ? containerDimensions.maxHeight : undefined
  if (most !== undefined) root.style.setProperty('--most-height', `${most}px`)
  if (containerDimensions && 'height' in containerDimensions) root.dataset.fixed = ''
  for (const [side, pixels] of Object.entries(safeAreaInsets ?? {}))
    root.style.setProperty(`--inset-${side}`, `${pixels}px`)
}

/** Colours are taken all or not at all: a background of the host below a text of ours could be unreadable. */
function variablesOf(given: Readonly<Record<string, string | undefined>> = {}): Record<string, string> {
  const hasColours = given['--color-background-primary'] !== undefined && given['--color-text-primary'] !== undefined
  const taken = Object.entries(given).filter(([name]) => hasColours || !name.startsWith('--color-'))
  return Object.fromEntries(taken.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}
