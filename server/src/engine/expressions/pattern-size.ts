/** `steps`: instructions that each character may have to pass. `bytes`: the same by the bytes of UTF-8, as the engine counts. */
export type PatternSize = { steps: number; bytes: number; classes: number }

/** A class of Unicode has hundreds of ranges. */
const CLASS_BYTES = 200
const RANGE_BYTES = 10
const CHARACTER_BYTES = 4

const COUNTED = /\{(\d+)(?:,(\d*))?\}/y
const GROUP = /\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*[:)]))?/y
const UNICODE_CLASS = /\\[pP](?:\{[^}]*\}|.)/y
const QUOTED = /\\Q(?:(?!\\E)[\s\S])*(?:\\E)?/y
const ESCAPE = /\\(?:x\{[^}]*\}|x..|[\s\S])/y
const CHARACTERS = /\[\^?\]?(?:\\[\s\S]|\[:[^:\]]*:\]|[^\]\\])*\]/y
const UNICODE_CLASSES = /\\[pP]/g

/**
 * An upper bound of what a pattern of RE2 becomes once its counted repetitions are written out. It is read off the text, as
 * compiling it may take seconds already.
 */
export function patternSize(pattern: string): PatternSize {
  const reader = new SizeReader(pattern)
  return { ...reader.alternatives(), classes: pattern.match(UNICODE_CLASSES)?.length ?? 0 }
}

type Size = Pick<PatternSize, 'steps' | 'bytes'>

const plus = (a: Size, b: Size): Size => ({ steps: a.steps + b.steps, bytes: a.bytes + b.bytes })

class SizeReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Up to the end of the group or of the pattern, without recursion: groups nest as deep as a text is long. */
  alternatives(): Size {
    const outer: Size[] = []
    let whole: Size = { steps: 2, bytes: 2 }
    while (this.#at < this.#text.length) {
      const group = this.#take(GROUP)
      if (group !== undefined) {
        // Flags alone, as in (?i), hold nothing.
        if (!group.endsWith(')')) {
          outer.push(whole)
          whole = { steps: 2, bytes: 2 }
        }
        continue
      }
      const around = this.#text[this.#at] === ')' ? outer.pop() : undefined
      if (around) {
        this.#at += 1
        whole = plus(around, this.#repeated(whole))
      } else whole = plus(whole, this.#repeated(this.#atom()))
    }
    return outer.reduce(plus, whole)
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#text) ?? []
    this.#at += found?.length ?? 0
    return found
  }

  #atom(): Size {
    if (this.#take(UNICODE_CLASS) !== undefined) return { steps: 1, bytes: CLASS_BYTES }
    const quoted = this.#take(QUOTED)
    if (quoted !== undefined) return { steps: quoted.length, bytes: quoted.length * CHARACTER_BYTES }
    if (this.#take(ESCAPE) !== undefined) return { steps: 1, bytes: RANGE_BYTES }
    const characters = this.#take(CHARACTERS)
    if (characters !== undefined) {
      const classes = characters.match(UNICODE_CLASSES)?.length ?? 0
      return { steps: 1, bytes: RANGE_BYTES + classes * CLASS_BYTES + characters.length * CHARACTER_BYTES }
    }
    const isAny = this.#text[this.#at] === '.'
    this.#at += 1
    return { steps: 1, bytes: isAny ? RANGE_BYTES : CHARACTER_BYTES }
  }

  #repeated({ steps, bytes }: Size): Size {
    COUNTED.lastIndex = this.#at
    const [found = '', least = '1', most = ''] = COUNTED.exec(this.#text) ?? []
    this.#at += found.length
    const times = Math.max(1, Number(least), Number(most))
    // An optional copy has an instruction of its own.
    return { steps: (steps + 1) * times, bytes: (bytes + 1) * times }
  }
}
