/** Changes that are not ours, as a browser, its extensions and proxies make them to a page. */

/** Elements whose texts are no text of the page, and which take no element of a stranger. */
const LEFT_ALONE = 'script, style, template, noscript, textarea, svg, select'

/**
 * Browser translation: each text of its own goes into two `<font>`, and is another one. Texts that are translated already
 * are left alone.
 */
export function translateTexts(root: Element): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode() !== null) {
    const text = walker.currentNode
    if (text instanceof Text && text.data.trim() !== '') texts.push(text)
  }
  for (const text of texts) {
    if (text.parentElement?.closest(`font, ${LEFT_ALONE}`) !== null) continue
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    inner.textContent = `‹${text.data}›`
    outer.append(inner)
    text.replaceWith(outer)
  }
}

/** What password managers and other extensions put into a page, in turn. */
const STRANGERS = ['x-manager', 'input', 'button']
const STRANGER = 'data-stranger'

/**
 * A stranger's element at every gap: before, between and after the children of every element, and a frame before the card
 * frame. Gaps that have one are left alone.
 */
export function insertStrangers(root: Element): void {
  let count = 0
  const stranger = (name = STRANGERS[count++ % STRANGERS.length] ?? 'div') => {
    const made = document.createElement(name)
    made.setAttribute(STRANGER, '')
    if (made instanceof HTMLButtonElement) made.type = 'button'
    return made
  }
  const isStranger = (node: Node | null) => node instanceof Element && node.hasAttribute(STRANGER)
  for (const element of [root, ...root.querySelectorAll('*')]) {
    if (element.closest(`[${STRANGER}], iframe, input, img, br, ${LEFT_ALONE}`) !== null) continue
    const children = [...element.childNodes]
    for (const child of children)
      if (!isStranger(child) && !isStranger(child.previousSibling)) child.before(stranger())
    if (!isStranger(element.lastChild)) element.append(stranger())
  }
  const frames = root.querySelectorAll('iframe')
  if (frames.length === 1) frames[0]?.before(stranger('iframe'))
}

/** An obfuscator of mail addresses in a proxy: it replaces each by a link, whatever stands around it. */
export function hideAddresses(root: Element): void {
  for (const element of root.querySelectorAll('*')) {
    if (element.children.length > 0 || !element.textContent.includes('@')) continue
    const link = document.createElement('a')
    link.textContent = '[email protected]'
    element.replaceChildren(link)
  }
}

/** The texts of an element as they were before translation. */
export function plainText(element: Element | null | undefined): string {
  return (element?.textContent ?? '').replaceAll(/[‹›]/g, '').replaceAll('\u00A0', ' ')
}
