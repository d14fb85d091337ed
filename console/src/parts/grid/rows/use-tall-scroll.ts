import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { scrollSpaceOf, topAfterScroll } from './scroll-space.ts'

/** As long as a hand rests between two turns of a wheel. */
const SETTLES_MS = 150

/** Where in a table of any height its view stands, moved by the scrollbar of `scroller` or by `showPx`. */
export function useTallScroll(scroller: RefObject<HTMLElement | null>, contentPx: number, viewPx: number) {
  const [topPx, setTopPx] = useState(0)
  const at = useRef({ topPx: 0, trackTopPx: 0 })
  const space = scrollSpaceOf(contentPx, viewPx)
  const latest = useRef({ space, viewPx })
  latest.current = { space, viewPx }

  /** Puts the scrollbar where the view is; small steps leave it a little behind. */
  const settle = useCallback(() => {
    const element = scroller.current
    if (!element) return
    element.scrollTop = at.current.topPx / latest.current.space.scale
    at.current.trackTopPx = element.scrollTop
  }, [scroller])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let resting = 0
    // Who has moved the scrollbar since is heard in a moment, and must not find it put back.
    const rest = () => {
      if (element.scrollTop === at.current.trackTopPx) settle()
    }
    const heard = () => {
      const trackTopPx = element.scrollTop
      const movedPx = trackTopPx - at.current.trackTopPx
      if (movedPx === 0) return
      const { space, viewPx } = latest.current
      at.current = {
        trackTopPx,
        topPx: topAfterScroll(space, { topPx: at.current.topPx, movedPx, trackTopPx, viewPx }),
      }
      setTopPx(at.current.topPx)
      clearTimeout(resting)
      if (space.scale > 1) resting = window.setTimeout(rest, SETTLES_MS)
    }
    element.addEventListener('scroll', heard, { passive: true })
    return () => {
      clearTimeout(resting)
      element.removeEventListener('scroll', heard)
    }
  }, [scroller, settle])

  /** Moves as little as needed to show the stretch from `fromPx` to `toPx`. */
  const showPx = useCallback(
    (fromPx: number, toPx: number) => {
      const { space, viewPx } = latest.current
      const { topPx } = at.current
      const wanted = fromPx < topPx ? fromPx : toPx > topPx + viewPx ? toPx - viewPx : topPx
      if (wanted === topPx) return
      at.current.topPx = Math.min(space.furthestPx, Math.max(0, wanted))
      settle()
      setTopPx(at.current.topPx)
    },
    [settle],
  )

  return { topPx: Math.min(topPx, space.furthestPx), trackPx: space.trackPx, showPx }
}
