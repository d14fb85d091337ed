type Child = Node | string | null | undefined | false

/**
 * Makes an element. A text becomes a text node and nothing else: what cells hold is not ours, and may look like HTML. An attribute that
 * is undefined is left out; none of them may hold code or an address.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value)
  append(made, children)
  return made
}

export function append(to: Node, children: readonly Child[]) {
  for (const child of children)
    if (child) to.appendChild(typeof child === 'string' ? document.createTextNode(child) : child)
}

/** A list, or nothing where there is nothing to list. */
export const listOf = (className: string, items: readonly Child[]): HTMLElement | null =>
  items.length === 0 ? null : element('ul', { class: className }, ...items.map((item) => element('li', {}, item)))

export function buttonOf(text: string, press: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button' }, text)
  button.addEventListener('click', press)
  return button
}

/** A header cell: a name, what is to know about it, and the side where its column stands. */
export const headerCell = (name: string, about = '', className?: string) =>
  element('th', { scope: 'col', class: className }, name, about === '' ? null : element('small', {}, about))

type Table = { name: string; className: string; head: readonly Node[]; bodies: readonly Node[] }

/** A table that scrolls by itself, by keys too, below a header that stays. */
export function scrolledTable({ name, className, head, bodies }: Table): HTMLElement {
  const columns = element('thead', {}, element('tr', {}, ...head))
  return scrolled(name, element('table', { class: className }, columns, ...bodies))
}

export const scrolled = (name: string, content: Node) =>
  element('div', { class: 'scroll', role: 'region', 'aria-label': name, tabindex: '0' }, content)
