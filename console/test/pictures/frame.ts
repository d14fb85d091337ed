import type { Browser } from 'playwright-core'

/** A picture of the story and how long it stays. */
export type Frame = { png: Buffer; ms: number }

type Scene = {
  picture: Buffer
  caption: string
  step: number
  steps: number
  cursor: { x: number; y: number } | null
  ms: number
}

/** Of the window that is photographed, and of the frame. */
export const WINDOW = { width: 1360, height: 860 }
const WIDTH = 1080
const CAPTION = 52
const SCALE = WIDTH / WINDOW.width
const HEIGHT = Math.round(WINDOW.height * SCALE) + CAPTION

const POINTER =
  '<svg width="26" height="26" viewBox="0 0 26 26"><path d="M4 2l15 13h-8.5L6.5 22z" fill="#111" stroke="#fff" stroke-width="1.6"/></svg>'

/** A picture of the console under a line that says what happens. */
export async function framed(browser: Browser, scene: Scene): Promise<Frame> {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
  try {
    await page.setContent(frameOf(scene))
    await page.locator('img').evaluate('(image) => image.decode()')
    return { png: await page.screenshot(), ms: scene.ms }
  } finally {
    await page.close()
  }
}

function frameOf({ picture, caption, step, steps, cursor }: Scene): string {
  const dots = Array.from({ length: steps }, (_, n) => `<i class="${n <= step ? 'done' : ''}"></i>`).join('')
  const pointer = cursor
    ? `<div class="pointer" style="left:${cursor.x * SCALE}px;top:${cursor.y * SCALE + CAPTION}px">${POINTER}</div>`
    : ''
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; background: #fff; font-family: 'Noto Sans CJK JP', 'DejaVu Sans', sans-serif }
    header { height: ${CAPTION}px; display: flex; align-items: center; gap: 16px; padding: 0 22px; background: #1f2a37; color: #fff;
      box-sizing: border-box; font-size: 19px; font-weight: 600 }
    header b { background: #3b82f6; border-radius: 50%; width: 28px; height: 28px; line-height: 28px; text-align: center; font-size: 15px }
    nav { margin-left: auto; display: flex; gap: 6px } i { width: 18px; height: 4px; border-radius: 2px; background: #4b5b70 }
    i.done { background: #3b82f6 }
    img { width: ${WIDTH}px; display: block } .pointer { position: absolute }
  </style><header><b>${step + 1}</b><span>${caption}</span><nav>${dots}</nav></header>
  <img src="data:image/png;base64,${picture.toString('base64')}">${pointer}`
}
