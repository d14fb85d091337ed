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
