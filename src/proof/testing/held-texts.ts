import { afterEach, expect } from 'vitest'

/** The property by which React marks the nodes that it holds, as a text beside siblings, or returned by a component. */
const HELD = '__reactFiber$'

/**
 * Fails the test if React held a text node at any time. Browser translation puts other nodes in the place of a text, and
 * React would change or remove the node that is gone: an old amount stays, or the page ends in an error. React holds no
 * node for the only text of an element, which it sets by the element.
 */
export function expectNoHeldTexts(): void {
  const observer = new MutationObserver(() => undefined)
  const found = new Set<string>()
  observer.observe(document, { childList: true, subtree: true })
  afterEach(() => {
    for (const { addedNodes } of observer.takeRecords())
      for (const node of addedNodes) for (const text of textsIn(node)) check(text)
    for (const text of textsIn(document)) check(text)
    const texts = [...found]
    found.clear()
    expect.soft(texts, 'texts that need an element of their own').toEqual([])
  })

  function check(text: Node): void {
    // Translation leaves spaces alone.
    if (text.nodeValue?.trim() === '') return
    if (!Object.keys(text).some((key) => key.startsWith(HELD))) return
    found.add(`${text.parentElement?.outerHTML.slice(0, 200)}: “${text.nodeValue}”`)
  }
}

function textsIn(node: Node): Node[] {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
  const texts = node.nodeType === Node.TEXT_NODE ? [node] : []
  while (walker.nextNode() !== null) texts.push(walker.currentNode)
  return texts
}
