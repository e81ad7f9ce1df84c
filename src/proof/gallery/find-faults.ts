/** Runs in the page. Returns its layout faults, each with its element, and violations of its content security policy. */
export function findFaults(): string[] {
  const faults: string[] = [...(window.galleryViolations ?? [])]
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth)
    faults.push(`is ${scrollWidth - clientWidth} px wider than the window`)

  const pen = document.createElement('canvas').getContext('2d')
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const style = getComputedStyle(element)
    if (style.clipPath !== 'none') continue
    if (isOutside(element)) faults.push(`${nameOf(element)} reaches out of the window`)
    if (isSqueezed(element)) faults.push(`${nameOf(element)} is squeezed`)
    if (isClipped(element, style)) faults.push(`${nameOf(element)} is clipped`)
    if (element instanceof HTMLInputElement && isPlaceholderClipped(element, style))
      faults.push(`the placeholder "${element.placeholder}" is clipped`)
  }
  return faults

  function isOutside(element: HTMLElement): boolean {
    if (!hasText(element)) return false
    const { left, right } = element.getBoundingClientRect()
    return left < -1 || right > clientWidth + 1
  }

  /** Whether the text takes three lines or more, of less than three characters each on average. */
  function isSqueezed(element: HTMLElement): boolean {
    const text = element.textContent.trim()
    if (element.childElementCount > 0 || text === '') return false
    const range = document.createRange()
    range.selectNodeContents(element)
    const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
    return tops.size > 2 && text.length < 3 * tops.size
  }

  /** Whether text is cut off. An ellipsis is intended, and scrollable content can be reached, so neither counts. */
  function isClipped(
    element: HTMLElement,
    { overflowX, overflowY, textOverflow }: CSSStyleDeclaration,
  ) {
    if (!hasText(element) || textOverflow === 'ellipsis') return false
    const isWide = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
    const isHigh = element.scrollHeight > element.clientHeight + 2 && element.clientHeight > 0
    return (isWide && isCutting(overflowX)) || (isHigh && isCutting(overflowY))
  }

  function isCutting(overflow: string): boolean {
    return overflow === 'hidden' || overflow === 'clip'
  }

  function isPlaceholderClipped(input: HTMLInputElement, style: CSSStyleDeclaration): boolean {
    if (pen === null || input.placeholder === '' || input.value !== '') return false
    pen.font = style.font
    const room =
      input.clientWidth -
      Number.parseFloat(style.paddingLeft) -
      Number.parseFloat(style.paddingRight)
    return pen.measureText(input.placeholder).width > room + 1
  }

  function hasText(element: HTMLElement): boolean {
    return [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    )
  }

  function nameOf(element: HTMLElement): string {
    const name =
      element.className === '' ? element.localName : `.${element.className.split(' ')[0]}`
    return `${name} "${element.textContent?.trim().slice(0, 40)}"`
  }
}
