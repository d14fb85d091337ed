import { eachElement } from './each-element.ts'
import type { XmlCursor } from './xml-cursor.ts'
import { attribute, numberAttribute } from './xml-text.ts'

/** What the colours of a file are named by: the theme's, and a palette of its own that is empty in most files. */
export type Colors = { theme: readonly string[]; indexed: string[] }

/** The palette of old: 0 to 7 again as 8 to 15, then the other 48. */
const BASIC = '000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF'
const PALETTE =
  `${BASIC} ${BASIC} 800000 008000 000080 808000 800080 008080 C0C0C0 808080 9999FF 993366 FFFFCC CCFFFF 660066
FF8080 0066CC CCCCFF 000080 FF00FF FFFF00 00FFFF 800080 800000 008080 0000FF 00CCFF CCFFFF CCFFCC FFFF99 99CCFF FF99CC CC99FF
FFCC99 3366FF 33CCCC 99CC00 FFCC00 FF9900 FF6600 666699 969696 003366 339966 003300 333300 993300 993366 333399 333333`.split(
    /\s+/,
  )

const THEME_COLORS = [
  'dk1',
  'lt1',
  'dk2',
  'lt2',
  'accent1',
  'accent2',
  'accent3',
  'accent4',
  'accent5',
  'accent6',
  'hlink',
  'folHlink',
]
/** Files count the light ones before the dark ones. */
const THEME_ORDER = [1, 0, 3, 2, 4, 5, 6, 7, 8, 9, 10, 11]

/** Colours of a theme in the order in which styles count them. */
export function readThemeColors(part: Buffer): string[] {
  const found = new Map<string, string>()
  eachElement(part, (x, _name, within) => {
    const slot = within.at(-1) ?? ''
    const color = attribute(x, 'lastClr') ?? attribute(x, 'val')
    if (within.at(-2) === 'clrScheme' && color && !found.has(slot)) found.set(slot, color.toUpperCase())
  })
  return THEME_ORDER.map((n) => found.get(THEME_COLORS[n] ?? '') ?? '000000')
}

/** The colour of the tag read last as `RRGGBB`; null where it is left to the program. */
export function readColor({ theme, indexed }: Colors, x: XmlCursor): string | null {
  const rgb = attribute(x, 'rgb')
  const themeIndex = numberAttribute(x, 'theme')
  const index = numberAttribute(x, 'indexed')
  const base =
    rgb ??
    (themeIndex === null ? null : theme[themeIndex]) ??
    (index === null ? null : (indexed[index] ?? PALETTE[index]))
  const color = base?.slice(-6).toUpperCase()
  if (!color || !/^[0-9A-F]{6}$/.test(color)) return null
  return tinted(color, numberAttribute(x, 'tint') ?? 0)
}

/** A tint below 0 darkens, one above lightens: the luminance of the colour moves that part of the way. */
function tinted(color: string, tint: number): string {
  if (tint === 0) return color
  const channels = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  const highest = Math.max(...channels)
  const lowest = Math.min(...channels)
  const luminance = (highest + lowest) / 2
  const moved = tint < 0 ? luminance * (1 + tint) : luminance + (1 - luminance) * tint
  const spread = highest - lowest
  const saturation = spread === 0 ? 0 : spread / (1 - Math.abs(2 * luminance - 1))
  const reach = (1 - Math.abs(2 * moved - 1)) * saturation
  const shifted = channels.map(
    (channel) => moved - reach / 2 + (spread === 0 ? 0 : ((channel - lowest) / spread) * reach),
  )
  return shifted.map((channel) => byteInHex(channel * 255)).join('')
}

function byteInHex(value: number): string {
  const byte = Math.max(0, Math.min(255, Math.round(value)))
  return byte.toString(16).padStart(2, '0').toUpperCase()
}
