/**
 * Changes a page as browser translation and password managers do, from the moment at which it has an element of this selector on,
 * and at every change. It runs in the page, and so uses nothing from outside.
 */
export function keepChanging(begins = '#page-data'): void {
  const change = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode() !== null)
      if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
    for (const text of texts) {
      const { parentElement } = text
      if (text.data.trim() === '' || !parentElement) continue
      if (parentElement.closest('font, script, style, noscript, select, svg')) continue
      const font = document.createElement('font')
      font.textContent = text.data
      text.replaceWith(font)
    }
    for (const field of document.querySelectorAll('.field, .card-frame, .pay-bar'))
      if (field.previousElementSibling?.localName !== 'x-manager')
        field.before(document.createElement('x-manager'))
  }
  const watch = () =>
    new MutationObserver(change).observe(document.body, { childList: true, subtree: true })
  const begin = () => {
    if (document.querySelector(begins) === null) return
    beginning.disconnect()
    change()
    watch()
  }
  const beginning = new MutationObserver(begin)
  beginning.observe(document, { childList: true, subtree: true })
  begin()
}
